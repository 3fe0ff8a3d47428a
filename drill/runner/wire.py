"""What both ends of the wire share: the data types that cross, and who keeps the rest."""

import re
from typing import Any, Protocol

import torch

PLAIN = frozenset({type(None), bool, int, float, str})
TORCH_TYPES: dict[str, torch.dtype] = {
    name: getattr(torch, name)
    for name in (
        "float64",
        "float32",
        "float16",
        "bfloat16",
        "complex64",
        "complex128",
        "bool",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "int8",
        "int16",
        "int32",
        "int64",
        "float8_e4m3fn",
        "float8_e5m2",
    )
}
TORCH_NAMES = {dtype: name for name, dtype in TORCH_TYPES.items()}
NUMPY_TYPE = re.compile(r"[<>|=][biufcSUMm]\d{1,5}(\[\d{0,3}[a-zA-Z]{1,2}\])?")
DEVICE = re.compile(r"(cpu|cuda|mps|meta)(:\d{1,2})?")
NAME = re.compile(r"[A-Za-z_][\w.]{0,99}")


class NamedData(tuple[Any, ...]):  # noqa: SLOT001  (its names are set once it is made)
    """A named tuple of the other side: a tuple whose fields can be read by name."""

    names: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> object:
        if name in self.names:
            return self[self.names.index(name)]
        raise AttributeError(name)


class Holder(Protocol):
    """What a side does with values that are no data."""

    def hold(self, value: object) -> dict[str, object]:
        """Return a reference for a value that stays on this side."""

    def release(self, tag: str, body: object) -> object:
        """Return the value that a reference from the other side stands for."""
