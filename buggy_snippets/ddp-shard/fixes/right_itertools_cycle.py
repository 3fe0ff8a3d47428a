# islice of a cycle, random.Random seeded by text, set_epoch returns self
import random
from itertools import cycle, islice
class ShardSampler:
    def __init__(self, n, world_size, rank, shuffle=True, seed=0, drop_last=False):
        for bad in (n < 0, world_size < 1, rank < 0, rank >= world_size):
            if bad: raise ValueError("bad argument")
        self.n, self.w, self.r, self.drop = n, world_size, rank, drop_last
        self._key = (seed if shuffle else None); self._e = 0
    def set_epoch(self, epoch):
        if epoch < 0: raise ValueError
        self._e = int(epoch)
        return self
    def __len__(self):
        full, rest = divmod(self.n, self.w)
        return full + (rest > 0 and not self.drop)
    def __iter__(self):
        p = list(range(self.n))
        if self._key is not None: random.Random(f"{self._key}/{self._e}").shuffle(p)
        return islice(cycle(p), self.r, len(self) * self.w, self.w)
