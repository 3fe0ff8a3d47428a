"""Numbers as people write and say them."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

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
    r"to\s+(?:the\s+)?(?:power\s+(?:of\s+)?)?(minus\s+|negative\s+|-\s*)?([a-z]+|\d+)(?:th)?\b"
)
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
        thousands = len(groups[0]) <= 3 and groups[0] not in {"", "0"} and "." not in groups[0]
        if thousands and all(len(g.split(".")[0]) == 3 for g in groups[1:]):
            mantissa = mantissa.replace(",", "")
        elif len(groups) == 2 and "." not in mantissa:
            mantissa = mantissa.replace(",", ".")
        else:
            mantissa = groups[0]
    if mantissa.count(".") > 1:
        head, *rest = mantissa.split(".")
        mantissa = "".join([head, *rest]) if all(len(r) == 3 for r in rest) else f"{head}.{rest[0]}"
    value = float(mantissa or "0")
    return power(value, 10.0, int(exponent)) if exponent else value


def power(mantissa: float, base: float, exponent: int) -> float:
    """Mantissa * base ** exponent, infinite or zero where a float cannot hold it."""
    if abs(exponent) > 400:
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
    if found:
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


def spoken(words: list[tuple[str, int]]) -> tuple[float, int] | None:
    """Value of the number words at the front of `words`, and how many they are.

    Each is a word and the offset behind it; `ninety five`, `zero point nine five`.
    """
    total, current, used = 0.0, 0.0, 0
    fraction = ""
    in_fraction = False
    last = ""
    for word, _ in words[:12]:
        if in_fraction:
            if word in _UNITS and _UNITS[word] < 10:
                fraction += str(int(_UNITS[word]))
            elif word in _TENS:
                fraction += str(int(_TENS[word]) // 10)
            elif word in _UNITS:
                fraction += str(int(_UNITS[word]))
            else:
                break
        elif word in _UNITS:
            if last == "unit":
                break
            current += _UNITS[word]
            last = "unit"
        elif word in _TENS:
            if last in {"unit", "ten"}:
                break
            current += _TENS[word]
            last = "ten"
        elif word == "hundred":
            current = (current or 1.0) * 100.0
            last = "scale"
        elif word in _SCALES:
            total += (current or 1.0) * _SCALES[word]
            current = 0.0
            last = "scale"
        elif word == "point":
            in_fraction = True
        elif (
            word == "and"
            and last == "scale"
            and used < len(words) - 1
            and words[used + 1][0] in _UNITS | _TENS
        ):
            pass
        else:
            break
        used += 1
    if used == 0 or (in_fraction and not fraction):
        return None
    value = total + current
    if fraction:
        value += float("0." + fraction)
    return value, used
