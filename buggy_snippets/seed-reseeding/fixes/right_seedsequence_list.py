from concurrent.futures import ThreadPoolExecutor

import numpy as np


class EpochLoader:
    def __init__(self, n_items: int, num_workers: int, base_seed: int = 42):
        if n_items < 0:
            raise ValueError("n_items")
        if num_workers < 1:
            raise ValueError("num_workers")
        if base_seed < 0:
            raise ValueError("base_seed")
        self.n_items = n_items
        self.num_workers = num_workers
        self.base_seed = base_seed

    def epoch_order(self, epoch: int) -> list[int]:
        if epoch < 0:
            raise ValueError("epoch")
        rng = np.random.default_rng([self.base_seed, epoch, 0])
        return [int(i) for i in rng.permutation(self.n_items)]

    def _share(self, epoch, worker, indices):
        rng = np.random.default_rng([self.base_seed, epoch, worker + 1])
        return [(i, float(rng.random())) for i in indices]

    def load_epoch(self, epoch: int) -> dict[int, list[tuple[int, float]]]:
        order = self.epoch_order(epoch)
        with ThreadPoolExecutor(self.num_workers) as pool:
            shares = [
                pool.submit(self._share, epoch, w, order[w :: self.num_workers])
                for w in range(self.num_workers)
            ]
            return {w: share.result() for w, share in enumerate(shares)}
