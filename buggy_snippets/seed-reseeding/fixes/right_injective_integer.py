"""An injective integer: epoch and worker are paired exactly, the base seed goes on top."""

import random
import threading


def pair(a, b):
    return (a + b) * (a + b + 1) // 2 + b


class EpochLoader:
    def __init__(self, n_items, num_workers, base_seed=42):
        for name, value, least in (
            ("n_items", n_items, 0),
            ("num_workers", num_workers, 1),
            ("base_seed", base_seed, 0),
        ):
            if value < least:
                raise ValueError(f"{name} must be at least {least}")
        self.n_items = n_items
        self.num_workers = num_workers
        self.base_seed = base_seed

    def _rng(self, epoch, role):
        if epoch < 0:
            raise ValueError("epoch must be at least 0")
        return random.Random(pair(pair(self.base_seed, epoch), role))

    def epoch_order(self, epoch):
        return self._rng(epoch, 0).sample(range(self.n_items), self.n_items)

    def load_epoch(self, epoch):
        order = self.epoch_order(epoch)
        result = {w: [] for w in range(self.num_workers)}

        def work(w):
            rng = self._rng(epoch, w + 1)
            result[w].extend((i, rng.random()) for i in order[w :: self.num_workers])

        threads = [threading.Thread(target=work, args=(w,)) for w in result]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return result
