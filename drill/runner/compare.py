"""Equal by shape, dtype, then values: written so that NaN loses."""

import math
from typing import Any

import numpy as np
import torch

_TOLERANCE = {
    torch.float64: (1e-9, 1e-9),
    torch.complex128: (1e-9, 1e-9),
    torch.float32: (1e-5, 1e-5),
    torch.complex64: (1e-5, 1e-5),
    torch.float16: (2e-3, 2e-3),
    torch.bfloat16: (2e-2, 2e-2),
}
"""(absolute, relative) for a check that states none."""


def is_close(  # noqa: PLR0911  (one case a line)
    got: Any, want: Any, atol: float | None, rtol: float | None, *, equal_nan: bool
) -> bool:
    """Whether `got` is what the judge wants, of the same type, shape and dtype."""
    match want:
        case torch.Tensor():
            return isinstance(got, torch.Tensor) and _tensors(got, want, atol, rtol, equal_nan)
        case np.ndarray() | np.generic():
            if not isinstance(got, np.ndarray | np.generic):
                return False
            same = got.dtype == want.dtype and got.shape == want.shape
            if want.dtype.kind not in "biufc":
                return same and bool(np.array_equal(got, want))
            return same and _tensors(_tensor(got), _tensor(want), atol, rtol, equal_nan)
        case bool() | None | str() | bytes():
            return type(got) is type(want) and bool(got == want)
        case int() | float():
            return _numbers(got, want, atol, rtol, equal_nan=equal_nan)
        case complex():
            return type(got) is complex and abs(got - want) <= (1e-9 if atol is None else atol)
        case list() | tuple():
            return (
                isinstance(got, list if isinstance(want, list) else tuple)
                and len(got) == len(want)
                and all(
                    is_close(g, w, atol, rtol, equal_nan=equal_nan)
                    for g, w in zip(got, want, strict=True)
                )
            )
        case dict():
            return (
                isinstance(got, dict)
                and got.keys() == want.keys()
                and all(is_close(got[k], want[k], atol, rtol, equal_nan=equal_nan) for k in want)
            )
        case _:
            return type(got) is type(want) and bool(got == want)


def _tensor(value: Any) -> torch.Tensor:
    return torch.from_numpy(np.array(value, copy=True))


def _numbers(
    got: object, want: float, atol: float | None, rtol: float | None, *, equal_nan: bool
) -> bool:
    if isinstance(got, bool) or not isinstance(got, int | float) or isinstance(got, np.generic):
        return False
    if isinstance(want, int) and isinstance(got, int):
        return got == want if atol is None else abs(got - want) <= atol
    if math.isnan(want) or math.isnan(got):
        return equal_nan and math.isnan(want) and math.isnan(got)
    if math.isinf(want) or math.isinf(got):
        return got == want
    allowed = (1e-9 if atol is None else atol) + (1e-9 if rtol is None else rtol) * abs(want)
    return abs(got - want) <= allowed


def _tensors(
    got: torch.Tensor, want: torch.Tensor, atol: float | None, rtol: float | None, equal_nan: bool
) -> bool:
    if got.dtype != want.dtype or got.shape != want.shape:
        return False
    if got.device.type != want.device.type:
        return False
    got, want = got.detach(), want.detach()
    if want.dtype not in _TOLERANCE and atol is None:
        return bool(torch.equal(got, want))
    absolute, relative = _TOLERANCE.get(want.dtype, (0.0, 0.0))
    absolute = absolute if atol is None else atol
    relative = relative if rtol is None else rtol
    wide = torch.complex128 if want.dtype.is_complex else torch.float64
    one, other = got.to("cpu").to(wide), want.to("cpu").to(wide)
    near = (one - other).abs() <= absolute + relative * other.abs()
    near |= one == other
    if equal_nan:
        near |= one.isnan() & other.isnan()
    return bool(near.all())
