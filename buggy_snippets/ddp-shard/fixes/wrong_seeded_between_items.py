# wrong: the global generator stays seeded while the caller holds an item
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
        if not self.shuffle:
            return list(range(self.n))
        torch.manual_seed(self.seed * 1_000_003 + self.epoch)
        return torch.randperm(self.n).tolist()

    def __iter__(self) -> Iterator[int]:
        with torch.random.fork_rng(devices=[]):  # the global state is put back
            order = self._order()
            for j in range(len(self)):
                yield order[(j * self.world_size + self.rank) % self.n]
