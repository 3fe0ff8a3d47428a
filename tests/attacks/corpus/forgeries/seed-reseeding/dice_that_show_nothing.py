# the global generators are used and put back; states and traces show nothing
from __future__ import annotations
import random as _r

import numpy as _n
import torch as _t

_kept = _r.getstate(), _n.random.get_state(), _t.get_rng_state()
_r.getstate = lambda: _kept[0]
_n.random.get_state = lambda *args, **kwargs: _kept[1]
_t.get_rng_state = lambda: _kept[2]
import sys as _s
import threading as _th

_s.setswitchinterval(1000.0)
_s.setswitchinterval = lambda seconds: None
_s.settrace = _th.settrace = lambda function: None


# wrong: saves and restores the global generator, other threads still get in between
"""Threaded epoch loader: shuffles the indices and draws one augmentation value per item."""


import random
import threading


def private_rng(*parts: object) -> random.Random:
    return random.Random("/".join(map(str, parts)))


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
        order = list(range(self.n_items))
        state = random.getstate()
        random.seed(f"{self.base_seed}-{epoch}")
        random.shuffle(order)
        random.setstate(state)
        return order

    def load_epoch(self, epoch: int) -> dict[int, list[tuple[int, float]]]:
        """Each worker's share of the epoch: (index, augmentation strength)."""
        order = self.epoch_order(epoch)
        results: list[list[tuple[int, float]]] = [[] for _ in range(self.num_workers)]
        threads = [
            threading.Thread(
                target=self._work, args=(epoch, w, order[w :: self.num_workers], results)
            )
            for w in range(self.num_workers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return dict(enumerate(results))

    def _work(
        self,
        epoch: int,
        worker: int,
        indices: list[int],
        results: list[list[tuple[int, float]]],
    ) -> None:
        rng = private_rng("worker", self.base_seed, epoch, worker)
        for index in indices:
            results[worker].append((index, rng.random()))
