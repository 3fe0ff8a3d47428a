# counter based on sha256, sort by hash for the order, thread pool
import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

class BadArgument(ValueError):
    pass

def u(*key):
    h = hashlib.sha256(repr(key).encode()).digest()
    return (int.from_bytes(h[:8], "big") >> 11) / (1 << 53)

@dataclass(frozen=True)
class EpochLoader:
    n_items: int
    num_workers: int
    base_seed: int = 42
    def __post_init__(self):
        if self.n_items < 0: raise BadArgument("n_items")
        if self.num_workers < 1: raise BadArgument("num_workers")
        if self.base_seed < 0: raise BadArgument("base_seed")
    def epoch_order(self, epoch):
        if epoch < 0: raise BadArgument("epoch")
        return sorted(range(self.n_items), key=lambda i: u("o", self.base_seed, epoch, i))
    def load_epoch(self, epoch):
        order = self.epoch_order(epoch)
        def work(w):
            return [(i, u("v", self.base_seed, epoch, w, j)) for j, i in enumerate(order[w::self.num_workers])]
        with ThreadPoolExecutor(self.num_workers) as pool:
            return dict(zip(range(self.num_workers), pool.map(work, range(self.num_workers))))
