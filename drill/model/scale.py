"""The one scale: everything is out of 50, and a mark is written as what it surely reached."""

from math import floor

PASS_LINE = 28
"""Out of 50: the project's threshold."""
AIM_LINE = 30
"""Out of 50, with a passed five-minute plan beside it."""
FULL = 50
_NOISE = 6
"""Decimals beyond which a float tells nothing: 29.9999999 is a sum that should be 30."""


def whole(score: float) -> int:
    """Write a score out of 50: rounded down, so that one below a line never looks as if on it."""
    return floor(round(score, _NOISE))


def tenth(mark: float) -> str:
    """Write a mark out of 10, rounded down for the same reason: 5.58 is not yet 5.6."""
    return f"{floor(round(mark * 10, _NOISE)) / 10:.1f}"


def scaled(count: int, of: int) -> float:
    """Give `count` of `of` out of 50, to a tenth and rounded down."""
    return count * FULL * 10 // of / 10
