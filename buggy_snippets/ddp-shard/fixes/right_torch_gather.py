"""Index arithmetic in torch."""
import torch
from torch.utils.data import Sampler


class ShardSampler(Sampler):
    def __init__(self, n, world_size, rank, shuffle=True, seed=0, drop_last=False):
        if n < 0 or world_size < 1 or rank < 0 or rank >= world_size:
            raise ValueError("bad arguments")
        self.n, self.world_size, self.rank = n, world_size, rank
        self.shuffle, self.seed, self.drop_last, self.epoch = shuffle, seed, drop_last, 0

    def set_epoch(self, epoch):
        if epoch < 0:
            raise ValueError("epoch")
        self.epoch = int(epoch)

    def __len__(self):
        return (self.n + (0 if self.drop_last else self.world_size - 1)) // self.world_size

    def __iter__(self):
        count = len(self)
        if count == 0:
            return iter(())
        where = (torch.arange(count) * self.world_size + self.rank) % self.n
        if self.shuffle:
            g = torch.Generator()
            g.manual_seed(self.seed + self.epoch)
            where = torch.randperm(self.n, generator=g)[where]
        return iter(where.tolist())
