"""SeedSequence and np.resize (which repeats in a circle)."""
import numpy as np


class ShardSampler:
    def __init__(self, n, world_size, rank, shuffle=True, seed=0, drop_last=False):
        if n < 0:
            raise ValueError("n")
        if world_size < 1:
            raise ValueError("world_size")
        if rank not in range(world_size):
            raise ValueError("rank")
        self._a = (n, world_size, rank, shuffle, seed, drop_last)
        self._epoch = 0

    def set_epoch(self, epoch):
        if epoch < 0:
            raise ValueError("epoch")
        self._epoch = epoch

    def __len__(self):
        n, world, _, _, _, drop = self._a
        return n // world if drop else -(-n // world)

    def __iter__(self):
        n, world, rank, shuffle, seed, _ = self._a
        if n == 0:
            return
        p = np.arange(n)
        if shuffle:
            np.random.default_rng([seed, self._epoch]).shuffle(p)
        total = len(self) * world
        yield from np.resize(p, total)[rank::world].tolist()
