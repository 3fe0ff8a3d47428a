"""Loader rewritten on numpy's SeedSequence, still one thread per worker."""

import threading

import numpy as np


class EpochLoader:
    def __init__(self, n_items, num_workers, base_seed=42):
        if n_items < 0 or num_workers < 1 or base_seed < 0:
            raise ValueError("n_items >= 0, num_workers >= 1 and base_seed >= 0 are needed")
        self.n_items, self.num_workers, self.base_seed = n_items, num_workers, base_seed

    def _generator(self, epoch, role):
        if epoch < 0:
            raise ValueError("negative epoch")
        sequence = np.random.SeedSequence(self.base_seed, spawn_key=(epoch, role))
        return np.random.default_rng(sequence)

    def epoch_order(self, epoch):
        return self._generator(epoch, 0).permutation(self.n_items).tolist()

    def load_epoch(self, epoch):
        order = self.epoch_order(epoch)
        result = {w: [] for w in range(self.num_workers)}

        def work(w):
            indices = order[w :: self.num_workers]
            draws = self._generator(epoch, w + 1).random(len(indices)).tolist()
            result[w] = list(zip(indices, draws))

        threads = [threading.Thread(target=work, args=(w,)) for w in result]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        return result
