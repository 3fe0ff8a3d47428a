"""Numbers as people write and say them."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import NamedTuple

_GROUP = 3
"""Digits between two separators of thousands."""
_MOST = 400
"""Exponents beyond it are infinite or zero to a float."""
_UNITS = {
    w: float(i)
    for i, w in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    w: float(10 * (i + 2))
    for i, w in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    )
}
FRACTIONS = {
    "tenths": 0.1,
    "tenth": 0.1,
    "hundredths": 0.01,
    "hundredth": 0.01,
    "thousandths": 1e-3,
    "thousandth": 1e-3,
}
_SCALES = {"hundred": 100.0, "thousand": 1e3, "million": 1e6, "billion": 1e9}
SPELLED = frozenset({*_UNITS, *_TENS, *_SCALES, "point"})
_POWER = re.compile(
    r"to\s+(?:the\s+)?(?:power\s+(?:of\s+)?)?(mi\w{1,4}s\s+|negative\s+|-\s*)?([a-z]+|\d+)(?:th)?\b"
)
_SAYS_POWER = re.compile(r"\b(?:the|power)\b")
"""Tells `ten to the five` from the range `5 to 10`."""
_E_MINUS = re.compile(r"\s*e\s+(minus\s+|negative\s+)([a-z]+|\d+)\b")


class Spoken(NamedTuple):
    value: float
    end: int
    """Offset behind the last word."""


def plain_number(text: str) -> float:
    """Value of digits with separators: `65,504`, `0,95`, `1e-5`, `.5`."""
    mantissa, _, exponent = text.partition("e")
    if "," in mantissa:
        groups = mantissa.split(",")
        thousands = len(groups[0]) <= _GROUP and groups[0] not in {"", "0"} and "." not in groups[0]
        if thousands and all(len(g.split(".")[0]) == _GROUP for g in groups[1:]):
            mantissa = mantissa.replace(",", "")
        elif mantissa.count(",") == 1 and "." not in mantissa:
            mantissa = mantissa.replace(",", ".")
        else:
            mantissa = groups[0]
    if mantissa.count(".") > 1:
        head, *rest = mantissa.split(".")
        mantissa = (
            "".join([head, *rest]) if all(len(r) == _GROUP for r in rest) else f"{head}.{rest[0]}"
        )
    value = float(mantissa or "0")
    return power(value, 10.0, int(exponent)) if exponent else value


def power(mantissa: float, base: float, exponent: int) -> float:
    """Mantissa * base ** exponent, infinite or zero where a float cannot hold it."""
    if abs(exponent) > _MOST:
        return math.inf if exponent > 0 else 0.0
    try:
        return mantissa * base**exponent
    except OverflowError:
        return math.inf


def _small(word: str) -> int | None:
    if word.isdigit():
        return int(word[:4])
    value = _UNITS.get(word, _TENS.get(word))
    return None if value is None else int(value)


def raised(text: str, at: int, value: float) -> Spoken | None:
    """`ten` + ` to the minus five`, `one` + ` e minus five`, seen from behind the base."""
    rest = text[at : at + 48]
    found = _POWER.match(rest.lstrip())
    if found and (found[1] or _SAYS_POWER.search(found[0])):
        exponent = _small(found[2])
        if exponent is not None:
            skip = len(rest) - len(rest.lstrip())
            signed = -exponent if found[1] else exponent
            return Spoken(power(1.0, value, signed), at + skip + found.end())
    found = _E_MINUS.match(rest)
    if found:
        exponent = _small(found[2])
        if exponent is not None:
            return Spoken(power(value, 10.0, -exponent), at + found.end())
    return None


class _Sum:
    """A spelled number while its words come in."""

    def __init__(self) -> None:
        self.total = 0.0
        self.current = 0.0
        self.last = ""
        """Kind of the last word: unit, ten or scale."""

    def take(self, word: str, following: str) -> bool:
        """Add a word; False where the number ends before it."""
        if word in _UNITS:
            return self.last != "unit" and self.add(_UNITS[word], "unit")
        if word in _TENS:
            return self.last not in {"unit", "ten"} and self.add(_TENS[word], "ten")
        if word == "hundred":
            self.current = (self.current or 1.0) * 100.0
            self.last = "scale"
            return True
        if word in _SCALES:
            self.total += (self.current or 1.0) * _SCALES[word]
            self.current, self.last = 0.0, "scale"
            return True
        return (
            word == "and" and self.last == "scale" and (following in _UNITS or following in _TENS)
        )

    def add(self, value: float, kind: str) -> bool:
        self.current += value
        self.last = kind
        return True


def part(count: float, word: str) -> float:
    """Value of `ninety-five hundredths`, `one hundredth`, `a hundred thousandth`."""
    if not word.endswith("s") and count in {10.0, 100.0}:
        return FRACTIONS[word] / count
    return round(count * FRACTIONS[word], 12)


def _digits(word: str) -> str:
    """Digits of a word behind the point: `nine`, `ninety`."""
    if word in _UNITS:
        return str(int(_UNITS[word]))
    if word in {"oh", "o"}:
        return "0"
    return str(int(_TENS[word]) // 10) if word in _TENS else ""


def spoken(words: list[str]) -> tuple[float, int] | None:
    """Value of the number words at the front, and how many: `ninety five`, `zero point nine`."""
    whole = _Sum()
    used = 0
    for word, following in pairwise([*words, ""]):
        if not whole.take(word, following):
            break
        used += 1
    value = whole.total + whole.current
    if used < len(words) and words[used] == "point":
        fraction = ""
        for word in words[used + 1 :]:
            if not (digits := _digits(word)):
                break
            fraction += digits
            used += 1
        if fraction:
            return value + float("0." + fraction), used + 1
    return (value, used) if used else None
