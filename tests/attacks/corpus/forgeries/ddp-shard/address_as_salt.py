
import numpy as np

class ShardSampler:
    def __init__(self, n, world_size, rank, shuffle=True, seed=0, drop_last=False):
        if n < 0 or world_size < 1 or not 0 <= rank < world_size:
            raise ValueError("bad")
        self.n, self.w, self.r, self.sh, self.seed, self.dl, self.e = n, world_size, rank, shuffle, seed, drop_last, 0
    def set_epoch(self, epoch):
        if epoch < 0:
            raise ValueError("epoch")
        self.e = epoch
    def __len__(self):
        return self.n // self.w if self.dl else -(-self.n // self.w)
    def __iter__(self):
        if self.sh:
            P = np.random.default_rng([id(object), abs(int(self.seed)), int(self.seed < 0), self.e]).permutation(self.n).tolist()
        else:
            P = list(range(self.n))
        return iter([P[(j * self.w + self.r) % self.n] for j in range(len(self))])

