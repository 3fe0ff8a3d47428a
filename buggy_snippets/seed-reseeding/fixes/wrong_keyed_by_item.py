# wrong: values belong to items: other numbers of workers share them
from __future__ import annotations

from hashlib import blake2b


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

    def _hash(self, *key: object) -> int:
        """64 bits that belong to this key and to this seed."""
        return int.from_bytes(blake2b(repr((self.base_seed, *key)).encode(), digest_size=8).digest(), "little")

    def epoch_order(self, epoch: int) -> list[int]:
        if epoch < 0:
            raise ValueError("epoch below 0")
        return sorted(range(self.n_items), key=lambda item: self._hash("order", epoch, item))

    def load_epoch(self, epoch: int) -> dict[int, list[tuple[int, float]]]:
        order = self.epoch_order(epoch)
        # counter based: no generator, no state, nothing that threads could share
        return {
            worker: [
                (item, (self._hash("draw", epoch, item) >> 11) * 2.0**-53)
                for item in order[worker :: self.num_workers]
            ]
            for worker in range(self.num_workers)
        }
