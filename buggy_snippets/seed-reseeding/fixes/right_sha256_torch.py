"""Seeds by sha256, draws by private torch generators (float32 draws)."""

import hashlib
import threading

import torch


def derive(*parts):
    digest = hashlib.sha256(repr(parts).encode()).digest()
    generator = torch.Generator()
    generator.manual_seed(int.from_bytes(digest[:8], "big") >> 1)
    return generator


class EpochLoader:
    def __init__(self, n_items, num_workers, base_seed=42):
        if n_items < 0:
            raise ValueError("n_items < 0")
        if num_workers < 1:
            raise ValueError("num_workers < 1")
        if base_seed < 0:
            raise ValueError("base_seed < 0")
        self.n_items = n_items
        self.num_workers = num_workers
        self.base_seed = base_seed

    def epoch_order(self, epoch):
        if epoch < 0:
            raise ValueError("epoch < 0")
        return torch.randperm(
            self.n_items, generator=derive(self.base_seed, epoch, "order")
        ).tolist()

    def load_epoch(self, epoch):
        order = self.epoch_order(epoch)
        out = {}
        lock = threading.Lock()

        def run(worker):
            mine = order[worker :: self.num_workers]
            draws = torch.rand(len(mine), generator=derive(self.base_seed, epoch, worker)).tolist()
            with lock:
                out[worker] = list(zip(mine, draws))

        threads = [threading.Thread(target=run, args=(w,)) for w in range(self.num_workers)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        return {w: out[w] for w in range(self.num_workers)}
