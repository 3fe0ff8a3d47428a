"""Values to JSON and raw bytes. What is not data stays where it is, behind a handle."""

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from drill.runner.frames import FrameError
from drill.runner.limits import MAX_BODY, MAX_DEPTH, MAX_NODES
from drill.runner.wire import NUMPY_TYPE, PLAIN, TORCH_NAMES, Holder

_TABLE = 8
"""Rows from which on a list of tuples crosses by columns."""


class Encoder:
    """Builds the JSON of one frame and the raw bytes beside it."""

    def __init__(self, holder: Holder) -> None:
        self.holder = holder
        self._body: list[bytes] = []
        self._size = 0
        self._nodes = 0

    @property
    def body(self) -> bytes:
        return b"".join(self._body) if self._body else b""

    def encode(self, value: object, depth: int = 0) -> object:
        kind = type(value)
        if kind in PLAIN:
            return value
        if depth > MAX_DEPTH:
            raise FrameError("data nested too deep to cross")
        write = _WRITERS.get(kind) or _writer_of(kind)
        return write(self, value, depth + 1)

    def count(self, more: int) -> None:
        self._nodes += more
        if self._nodes > MAX_NODES:
            raise FrameError("too many values to cross")

    def items(self, values: Any, depth: int) -> list[object]:
        self.count(len(values))
        if PLAIN.issuperset(map(type, values)):
            return list(values)
        return [self.encode(value, depth) for value in values]

    def raw(self, data: bytes) -> None:
        self._size += len(data)
        if self._size > MAX_BODY:
            raise FrameError("too many bytes to cross")
        self._body.append(data)


def _write_list(to: Encoder, value: Any, depth: int) -> object:
    rows = list(list.__iter__(value))
    if len(rows) >= _TABLE:
        if type(rows[0]) is tuple and (columns := _columns(rows)):
            to.count(len(rows) * len(columns))
            return {"zt": [_floats(to, column) or column for column in columns]}
        if type(rows[0]) is float and (floats := _floats(to, rows)):
            to.count(len(rows))
            return floats
    return to.items(rows, depth)


def _floats(to: Encoder, values: list[Any]) -> dict[str, object] | None:
    """Many floats as eight bytes each: their decimal text would take ten times as long."""
    if {*map(type, values)} != {float}:
        return None
    to.raw(array("d", values).tobytes())
    return {"fl": len(values)}


def _columns(rows: list[Any]) -> list[list[Any]] | None:
    """Rows of plain values as columns: a long list of pairs crosses ten times faster."""
    width = len(rows[0])
    if any(type(row) is not tuple or len(row) != width for row in rows):
        return None
    columns = [list(column) for column in zip(*rows, strict=True)]
    if all(PLAIN.issuperset(map(type, column)) for column in columns):
        return columns
    return None


def _write_tuple(to: Encoder, value: Any, depth: int) -> object:
    items = to.items(tuple(tuple.__iter__(value)), depth)
    fields = getattr(type(value), "_fields", None)
    if type(fields) is tuple and len(fields) == len(items):
        return {"t": items, "names": [str(field)[:100] for field in fields]}
    return {"t": items}


def _write_dict(to: Encoder, value: Any, depth: int) -> object:
    keys, values = list(dict.keys(value)), list(dict.values(value))
    return {"d": [to.items(keys, depth), to.items(values, depth)]}


def _write_set(to: Encoder, value: Any, depth: int) -> object:
    return {"s": to.items(list(set.__iter__(value)), depth)}


def _write_frozenset(to: Encoder, value: Any, depth: int) -> object:
    return {"fs": to.items(list(frozenset.__iter__(value)), depth)}


def _write_bytes(to: Encoder, value: Any, _depth: int) -> object:
    to.raw(bytes(value))
    return {"b": len(value)}


def _write_complex(_to: Encoder, value: Any, _depth: int) -> object:
    return {"c": [value.real, value.imag]}


def _write_slice(to: Encoder, value: Any, depth: int) -> object:
    return {"sl": to.items([value.start, value.stop, value.step], depth)}


def _write_range(_to: Encoder, value: Any, _depth: int) -> object:
    return {"r": [value.start, value.stop, value.step]}


def _write_array(to: Encoder, value: Any, _depth: int) -> object:
    plain = np.ascontiguousarray(value).view(np.ndarray).reshape(value.shape)
    if not NUMPY_TYPE.fullmatch(plain.dtype.str):
        return to.holder.hold(value)
    to.raw(plain.tobytes())
    return {"np": [plain.dtype.str, list(plain.shape)]}


def _write_numpy_scalar(to: Encoder, value: Any, _depth: int) -> object:
    kind = np.dtype(type(value)) if value.dtype.kind not in "SUMm" else value.dtype
    if not NUMPY_TYPE.fullmatch(kind.str):
        return to.holder.hold(value)
    to.raw(value.tobytes())
    return {"ns": kind.str}


def _write_tensor(to: Encoder, value: Any, _depth: int) -> object:
    with torch._C.DisableTorchFunctionSubclass(), torch.no_grad():  # noqa: SLF001  (its only door)
        bare = torch.Tensor.detach(value)
        name = TORCH_NAMES.get(bare.dtype)
        if name is None or bare.layout != torch.strided or bare.device.type == "meta":
            return to.holder.hold(value)
        plain = bare.resolve_conj().resolve_neg().cpu().contiguous()
        flat = plain.reshape(-1).view(torch.uint8) if plain.numel() else plain
        to.raw(flat.numpy().tobytes() if plain.numel() else b"")
        grad = torch.Tensor.requires_grad.__get__(value)  # type: ignore[attr-defined]
        return {"T": [name, list(plain.shape), str(bare.device), bool(grad)]}


def _write_dtype(to: Encoder, value: Any, _depth: int) -> object:
    name = TORCH_NAMES.get(value)
    return to.holder.hold(value) if name is None else {"dt": name}


def _write_device(_to: Encoder, value: Any, _depth: int) -> object:
    return {"dv": str(value)}


def _write_size(_to: Encoder, value: Any, _depth: int) -> object:
    return {"sz": list(value)}


def _write_numpy_type(to: Encoder, value: Any, _depth: int) -> object:
    if not NUMPY_TYPE.fullmatch(value.str):
        return to.holder.hold(value)
    return {"nt": value.str}


def _write_base(base: Callable[[Any], object]) -> Callable[[Encoder, Any, int], object]:
    def write(_to: Encoder, value: Any, _depth: int) -> object:
        return base(value)

    return write


_Writer = Callable[[Encoder, Any, int], object]
_WRITERS: dict[type, _Writer] = {
    list: _write_list,
    tuple: _write_tuple,
    dict: _write_dict,
    set: _write_set,
    frozenset: _write_frozenset,
    bytes: _write_bytes,
    bytearray: _write_bytes,
    complex: _write_complex,
    slice: _write_slice,
    range: _write_range,
    np.ndarray: _write_array,
    torch.Tensor: _write_tensor,
    torch.nn.Parameter: _write_tensor,
    torch.dtype: _write_dtype,
    torch.device: _write_device,
    torch.Size: _write_size,
}
_BASES: tuple[tuple[type, _Writer], ...] = (
    (torch.Tensor, _write_tensor),
    (np.ndarray, _write_array),
    (np.generic, _write_numpy_scalar),
    (np.dtype, _write_numpy_type),
    (int, _write_base(int.__int__)),
    (float, _write_base(float.__float__)),
    (str, _write_base(str.__str__)),
    (bytes, _write_bytes),
    (tuple, _write_tuple),
    (list, _write_list),
    (dict, _write_dict),
    (set, _write_set),
    (frozenset, _write_frozenset),
)


def _hold(to: Encoder, value: Any, _depth: int) -> object:
    return to.holder.hold(value)


def _writer_of(kind: type) -> _Writer:
    """Find the writer: a subclass crosses as the data it holds, read by the base's methods."""
    mro = type.__dict__["__mro__"].__get__(kind)
    for base, writer in _BASES:
        if base in mro:
            _WRITERS[kind] = writer
            return writer
    _WRITERS[kind] = _hold
    return _hold
