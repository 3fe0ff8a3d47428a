# wrong: the sampler is its own iterator
"""Deals the indices of a data set to the ranks of a distributed run."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import torch


class ShardSampler:
    """Every rank builds one of these and reads its own share of each epoch."""

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
        return -(-self.n // self.world_size)

    def _order(self) -> list[int]:
        """The permutation of this epoch."""
        order = list(range(self.n))
        if self.shuffle:
            random.Random(f"{self.seed} {self.epoch}").shuffle(order)
        return order

    def __iter__(self) -> Iterator[int]:
        self._current = self._order()
        self._j = 0
        return self

    def __next__(self) -> int:
        if self._j >= len(self):
            raise StopIteration
        place = self._j * self.world_size + self.rank
        self._j += 1
        return self._current[place % self.n]
