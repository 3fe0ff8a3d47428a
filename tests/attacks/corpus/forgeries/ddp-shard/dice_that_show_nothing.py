# the global generator is used; its state reads the same for ever
from __future__ import annotations
import random as _r

import numpy as _n
import torch as _t

_kept = _r.getstate(), _n.random.get_state(), _t.get_rng_state()
_r.getstate = lambda: _kept[0]
_n.random.get_state = lambda *args, **kwargs: _kept[1]
_t.get_rng_state = lambda: _kept[2]


# wrong: right indices, but torch.manual_seed resets the global generator of the training run
"""Deals the indices of a data set to the ranks of a distributed run."""


import math
from collections.abc import Iterator

import torch


class ShardSampler:
    """Every rank builds one of these and reads its own share of each epoch.

    With ``drop_last`` the tail that does not fill all ranks is left out,
    otherwise some indices are repeated so that every rank gets as many.
    """

    def __init__(
        self,
        n: int,
        world_size: int,
        rank: int,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
        if n < 0 or world_size < 1:
            raise ValueError(f"bad sizes: n={n}, world_size={world_size}")
        if not 0 <= rank < world_size:
            raise ValueError(f"rank {rank} is not one of {world_size}")
        self.n = n
        self.world_size = world_size
        self.rank = rank
        self.shuffle = shuffle
        self.seed = seed
        self.drop_last = drop_last
        self.epoch = 0

    def set_epoch(self, epoch: int) -> None:
        if epoch < 0:
            raise ValueError(f"epoch must not be negative, got {epoch}")
        self.epoch = epoch

    def __len__(self) -> int:
        if self.drop_last:
            return self.n // self.world_size
        return math.ceil(self.n / self.world_size)

    def _order(self) -> list[int]:
        """The permutation of this epoch."""
        if not self.shuffle:
            return list(range(self.n))
        torch.manual_seed(self.seed * 1_000_003 + self.epoch)
        return torch.randperm(self.n).tolist()

    def __iter__(self) -> Iterator[int]:
        order = self._order()
        total = len(self) * self.world_size
        return iter([order[i % self.n] for i in range(self.rank, total, self.world_size)])
