"""JSON and raw bytes of a stranger to values: capped before anything is allocated."""

import math
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from drill.runner.frames import FrameError
from drill.runner.limits import MAX_BODY, MAX_DEPTH, MAX_DIM, MAX_DIMS, MAX_NODES
from drill.runner.wire import DEVICE, NAME, NUMPY_TYPE, PLAIN, TORCH_TYPES, Holder, NamedData


class Decoder:
    """Reads the JSON of one frame; every cap is checked before anything is allocated."""

    def __init__(self, holder: Holder, body: bytes | bytearray, *, device: str = "cpu") -> None:
        self.holder = holder
        self._body = memoryview(body)
        self._at = 0
        self._nodes = 0
        self._device = device

    def decode(self, value: object, depth: int = 0) -> Any:
        kind = type(value)
        if kind in PLAIN:
            return value
        if depth > MAX_DEPTH:
            raise FrameError("nested too deep")
        if kind is list:
            return self.items(value, depth + 1)
        tag, inside = _only(value)
        read = _READERS.get(tag)
        if read is None:
            return self.holder.release(tag, inside)
        return read(self, inside, depth + 1)

    def items(self, values: object, depth: int) -> list[Any]:
        if type(values) is not list:
            raise FrameError("no list where one was due")
        self.count(len(values))
        if PLAIN.issuperset(map(type, values)):
            return values
        return [self.decode(value, depth) for value in values]

    def count(self, more: int) -> None:
        self._nodes += more
        if self._nodes > MAX_NODES:
            raise FrameError("too many values")

    def take(self, size: int) -> bytearray:
        if size > len(self._body) - self._at:
            raise FrameError("fewer bytes than announced")
        self._at += size
        return bytearray(self._body[self._at - size : self._at])

    def finish(self) -> None:
        if self._at != len(self._body):
            raise FrameError("more bytes than announced")

    def place(self, tensor: torch.Tensor, device: str) -> torch.Tensor:
        if device == "cpu" or DEVICE.fullmatch(device) is None:
            return tensor
        if device.split(":", maxsplit=1)[0] != self._device.split(":")[0]:
            return tensor
        return tensor.to(self._device)


def _only(value: object) -> tuple[str, object]:
    if type(value) is not dict or not value or len(value) > 2:  # noqa: PLR2004
        raise FrameError("no such value")
    tag = next(iter(value))
    if len(value) == 2:  # noqa: PLR2004
        if tag != "t" or "names" not in value:
            raise FrameError("no such value")
        return "nt2", value
    return tag, value[tag]


def _ints(values: object, count: int | None = None) -> list[int]:
    if type(values) is not list or len(values) > MAX_DIMS:
        raise FrameError("no list of sizes")
    if any(type(v) is not int for v in values) or (count is not None and len(values) != count):
        raise FrameError("sizes that are no integers")
    return values


def _shape(values: object, item: int) -> tuple[list[int], int]:
    shape = _ints(values)
    if any(not 0 <= size <= MAX_DIM for size in shape):
        raise FrameError("an impossible shape")
    size = math.prod(shape) * item
    if size > MAX_BODY or math.prod(max(1, length) for length in shape) > MAX_DIM:
        raise FrameError("a shape over the cap")
    return shape, size


def _hashed(values: list[Any]) -> list[Any]:
    try:
        hashes = {*map(hash, values)}
    except TypeError as error:
        raise FrameError("a key that cannot be one") from error
    if 4 * len(hashes) < len(values):
        raise FrameError("keys made to collide")
    return values


def _read_tuple(read: Decoder, value: object, depth: int) -> object:
    return tuple(read.items(value, depth))


def _read_table(read: Decoder, value: object, _depth: int) -> object:
    if type(value) is not list or not value:
        raise FrameError("no table")
    columns = [read.decode(column) if type(column) is dict else column for column in value]
    if any(type(column) is not list for column in columns):
        raise FrameError("no table")
    length = len(columns[0])
    for column in columns:
        if len(column) != length or not PLAIN.issuperset(map(type, column)):
            raise FrameError("no table")
        read.items(column, 0)
    return list(zip(*columns, strict=True))


def _read_floats(read: Decoder, value: object, _depth: int) -> object:
    _, size = _shape([value], 8)
    read.count(size // 8)
    floats = array("d")
    floats.frombytes(read.take(size))
    return floats.tolist()


def _read_named(read: Decoder, value: Any, depth: int) -> object:
    names = value["names"]
    data = NamedData(read.items(value["t"], depth))
    if type(names) is not list or len(names) != len(data):
        raise FrameError("names that do not fit")
    if any(type(name) is not str or not NAME.fullmatch(name) for name in names):
        raise FrameError("names that are none")
    data.names = tuple(names)
    return data


def _read_dict(read: Decoder, value: object, depth: int) -> object:
    if type(value) is not list or len(value) != 2:  # noqa: PLR2004
        raise FrameError("no dictionary")
    keys, values = (read.items(part, depth) for part in value)
    if len(keys) != len(values):
        raise FrameError("keys without values")
    return dict(zip(_hashed(keys), values, strict=True))


def _read_set(read: Decoder, value: object, depth: int) -> object:
    return set(_hashed(read.items(value, depth)))


def _read_frozenset(read: Decoder, value: object, depth: int) -> object:
    return frozenset(_hashed(read.items(value, depth)))


def _read_bytes(read: Decoder, value: object, _depth: int) -> object:
    _, size = _shape([value], 1)
    return bytes(read.take(size))


def _read_complex(_read: Decoder, value: object, _depth: int) -> object:
    if type(value) is not list or [type(v) for v in value] != [float, float]:
        raise FrameError("no complex number")
    return complex(*value)


def _read_slice(read: Decoder, value: object, depth: int) -> object:
    parts = read.items(value, depth)
    if len(parts) != 3:  # noqa: PLR2004
        raise FrameError("no slice")
    return slice(*parts)


def _read_range(_read: Decoder, value: object, _depth: int) -> object:
    parts = _ints(value, 3)
    if parts[2] == 0:
        raise FrameError("no range")
    return range(*parts)


def _numpy_type(name: object) -> Any:
    if type(name) is not str or not NUMPY_TYPE.fullmatch(name):
        raise FrameError("no such dtype")
    try:
        return np.dtype(name)
    except TypeError as error:
        raise FrameError("no such dtype") from error


def _read_array(read: Decoder, value: object, _depth: int) -> object:
    if type(value) is not list or len(value) != 2:  # noqa: PLR2004
        raise FrameError("no array")
    kind = _numpy_type(value[0])
    shape, size = _shape(value[1], kind.itemsize)
    if kind.itemsize == 0 or size == 0:
        return np.empty(shape, kind)
    try:
        return np.frombuffer(read.take(size), kind).reshape(shape)
    except ValueError as error:
        raise FrameError("bytes that fit no array") from error


def _read_numpy_scalar(read: Decoder, value: object, _depth: int) -> object:
    kind = _numpy_type(value)
    if kind.itemsize == 0:
        return np.empty((), kind)[()]
    return np.frombuffer(read.take(kind.itemsize), kind)[0]


def _read_tensor(read: Decoder, value: object, _depth: int) -> object:
    if type(value) is not list or [type(v) for v in value] != [str, list, str, bool]:
        raise FrameError("no tensor")
    name, dims, device, grad = value
    kind = TORCH_TYPES.get(name)
    if kind is None:
        raise FrameError("no such dtype")
    shape, size = _shape(dims, kind.itemsize)
    if size == 0:
        tensor = torch.empty(shape, dtype=kind)
    else:
        raw = torch.frombuffer(read.take(size), dtype=torch.uint8)
        flat = raw != 0 if kind is torch.bool else raw.view(kind)
        tensor = flat.reshape(shape)
    tensor = read.place(tensor, device)
    return (
        tensor.requires_grad_() if grad and (kind.is_floating_point or kind.is_complex) else tensor
    )


def _read_dtype(_read: Decoder, value: object, _depth: int) -> object:
    if type(value) is not str or value not in TORCH_TYPES:
        raise FrameError("no such dtype")
    return TORCH_TYPES[value]


def _read_device(_read: Decoder, value: object, _depth: int) -> object:
    if type(value) is not str or not DEVICE.fullmatch(value):
        raise FrameError("no such device")
    return torch.device(value)


def _read_size(_read: Decoder, value: object, _depth: int) -> object:
    shape, _ = _shape(value, 0)
    return torch.Size(shape)


def _read_numpy_type(_read: Decoder, value: object, _depth: int) -> object:
    return _numpy_type(value)


_READERS: dict[str, Callable[[Decoder, Any, int], object]] = {
    "zt": _read_table,
    "fl": _read_floats,
    "t": _read_tuple,
    "nt2": _read_named,
    "d": _read_dict,
    "s": _read_set,
    "fs": _read_frozenset,
    "b": _read_bytes,
    "c": _read_complex,
    "sl": _read_slice,
    "r": _read_range,
    "np": _read_array,
    "ns": _read_numpy_scalar,
    "T": _read_tensor,
    "dt": _read_dtype,
    "dv": _read_device,
    "sz": _read_size,
    "nt": _read_numpy_type,
}
