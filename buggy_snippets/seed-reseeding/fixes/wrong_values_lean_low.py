# the values are pushed a little towards 0: not uniform
"""Threaded epoch loader: shuffles the indices and draws one augmentation value per item."""

from __future__ import annotations

import random
import threading


def private(*parts) -> random.Random:
    return random.Random('/'.join(map(str, parts)))


class EpochLoader:
    def __init__(self, n_items: int, num_workers: int, base_seed: int = 42) -> None:
        if n_items < 0:
            raise ValueError(f"n_items must not be negative, got {n_items}")
        if num_workers < 1:
            raise ValueError(f"num_workers must be at least 1, got {num_workers}")
        if base_seed < 0:
            raise ValueError(f"base_seed must not be negative, got {base_seed}")
        self.n_items = n_items
        self.num_workers = num_workers
        self.base_seed = base_seed

    def epoch_order(self, epoch: int) -> list[int]:
        """The order in which this epoch visits the items."""
        if epoch < 0:
            raise ValueError(f"epoch must not be negative, got {epoch}")
        rng = private('order', self.base_seed, epoch)
        order = list(range(self.n_items))
        rng.shuffle(order)
        return order

    def load_epoch(self, epoch: int) -> dict[int, list[tuple[int, float]]]:
        """Each worker's share of the epoch: (index, augmentation strength)."""
        order = self.epoch_order(epoch)
        results: list[list[tuple[int, float]]] = [[] for _ in range(self.num_workers)]
        threads = [
            threading.Thread(target=self._work, args=(epoch, w, order[w :: self.num_workers], results))
            for w in range(self.num_workers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return dict(enumerate(results))

    def _work(
        self, epoch: int, worker: int, indices: list[int], results: list[list[tuple[int, float]]]
    ) -> None:
        rng = private('draw', self.base_seed, epoch, worker)
        for index in indices:
            results[worker].append((index, rng.random() ** 1.1))
