"""The folded text as words, numbers and marks, with numbers joined."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from drill.grading import numerals
from drill.grading.fold import fold
from drill.grading.typos import SPELLED

_TOKEN = re.compile(
    r"(?P<pow>(?:(?P<mant>\d{1,12}(?:[.,]\d{1,12})?)\s{0,3}[x*]\s{0,3})?(?P<base>\d{1,3})"
    r"\s{0,3}(?:\^|\*\*)\s{0,3}[({]?\s{0,3}(?P<exp>[+-]?\d{1,4})\s{0,3}[)}]?)"
    r"|(?P<num>(?:\d{1,40}(?:[.,]\d{1,40}){0,6}|(?<![\w.])[.,]\d{1,40})(?:e[+-]?\d{1,4}(?![\w]))?)"
    r"|(?P<abbr>(?:e\.g|i\.e|etc|vs|approx|resp|incl)\.|w/o(?!\w)|w/(?!\w)"
    r"|you know(?=\s*,)|per cent)"
    r"|(?P<latex>\\[a-z]+)"
    r"|(?P<op><=|>=|=<|≤|≥|-{1,3}>|=>|→|<|>)"
    r"|(?P<word>[^\W\d_](?:[^\W_]|'(?=[^\W\d_]))*)"
    r"|(?P<punct>[.,;:!?()\[\]{}\n—%/+&]|(?<=\s)-(?=\s))"
)
_JOINED = frozenset({"over", "under", "re", "un", "mis", "hyper"})
_JOINS_FIT = frozenset({"fit", "fits", "fitting", "fitted", "flow", "flows", "flowed", "flowing"})
_LATEX = {
    "le": "<", "leq": "<", "lt": "<", "ge": ">", "geq": ">", "gt": ">", "to": "→",
    "rightarrow": "→", "approx": "~", "sim": "~", "times": "*", "cdot": "*",
    "epsilon": "epsilon", "varepsilon": "epsilon", "delta": "delta", "infty": "inf", "text": "",
    "mathrm": "", "frac": "", "left": "", "right": "",
}  # fmt: skip
_RATIOS = (["out", "of"], ["in", "a"], ["in", "one"])
_MOST_WORDS = 12
"""Words of a spelled number."""
_POWERED = re.compile(
    r"\s?(?:\(|of )\s?[^\W\d_]{1,7}\s?(?:\^|\*\*|squared|square|cubed|[*]\s?[^\W\d_]{1,7}\))"
)
"""Behind the `o` of an order higher than the first: O(h^2), which is no O(h)."""
_SAID = {"you know": "um", "per cent": "percent"}
_PERCENT = frozenset({"percent", "pct", "percentage"})
_THOUSANDS = {"k": 1e3, "m": 1e6, "bn": 1e9}


@dataclass(frozen=True, slots=True)
class Raw:
    """A piece of the folded text before function words are dropped."""

    kind: str
    """word, num or punct."""
    form: str
    start: int
    end: int
    value: float = 0.0
    percent: bool = False


@lru_cache(maxsize=1 << 14)
def spelled_right(form: str) -> str:
    """Mend a mistyped number word."""
    return SPELLED.word(form)


class _Scanner:
    def __init__(self, folded: str) -> None:
        self.folded = folded
        self.pieces: list[Raw] = []

    def run(self) -> list[Raw]:
        behind = 0
        for found in _TOKEN.finditer(self.folded):
            if found.start() >= behind:
                self.take(found)
                behind = self.pieces[-1].end if self.pieces else 0
        return self.pieces

    def take(self, found: re.Match[str]) -> None:
        start, end = found.span()
        match found.lastgroup:
            case "num":
                self.number(found[0], start, end)
            case "abbr":
                self.word(_SAID.get(found[0], found[0].rstrip(".")), start, end)
            case "latex":
                self.latex(found[0][1:], start, end)
            case "op":
                self.pieces.append(_operator(found[0], start, end))
            case "punct":
                self.mark(found[0], start, end)
            case "word":
                self.word(found[0], start, end)
            case _:
                self.power(found)

    def word(self, form: str, start: int, end: int) -> None:
        if form == "o" and _POWERED.match(self.folded, end):
            form = "o2"
        self.pieces.append(Raw("word", spelled_right(form), start, end))

    def power(self, found: re.Match[str]) -> None:
        mantissa = numerals.plain_number(found["mant"]) if found["mant"] else 1.0
        value = numerals.power(mantissa, float(found["base"]), int(found["exp"]))
        self.pieces.append(Raw("num", found[0], found.start(), found.end(), value))

    def latex(self, name: str, start: int, end: int) -> None:
        known = _LATEX.get(name, name)
        if known in {"<", ">", "→"}:
            self.pieces.append(_operator(known, start, end))
        elif known:
            self.word(known, start, end)

    def mark(self, form: str, start: int, end: int) -> None:
        if form == "." and end < len(self.folded) and not _ends(self.folded[end]):
            return
        if form == "%" and self.pieces and self.pieces[-1].kind == "num":
            self.pieces[-1] = replace(self.pieces[-1], end=end, percent=True)
        else:
            self.pieces.append(Raw("punct", form, start, end))

    def number(self, form: str, start: int, end: int) -> None:
        value = numerals.plain_number(form)
        if self.folded[start - 1 : start] == "-" and not self.folded[start - 2 : start - 1].strip():
            value = -value
        suffix = self.folded[end : end + 2]
        if suffix[:1] in _THOUSANDS and not suffix[1:2].isalnum():
            end, value = end + 1, value * _THOUSANDS[suffix[0]]
        elif (said := numerals.raised(self.folded, end, value)) is not None:
            value, end = said
        self.pieces.append(Raw("num", self.folded[start:end], start, end, value))


def _ends(following: str) -> bool:
    """Tell whether a sentence can end before this character."""
    return following.isspace() or following in ".)\"'"


def scan(text: str) -> tuple[str, list[int] | None, list[Raw]]:
    """Folded text, the way back, and its pieces."""
    folded, offsets = fold(text)
    return folded, offsets, _Joiner(folded, _Scanner(folded).run()).run()


def _operator(form: str, start: int, end: int) -> Raw:
    if form in {"<", "<=", "=<", "≤"}:
        return Raw("word", "below", start, end)
    if form in {">", ">=", "≥"}:
        return Raw("word", "above", start, end)
    return Raw("punct", "→", start, end)


class _Joiner:
    """Joins spelled numbers, percents and words typed in two parts."""

    def __init__(self, folded: str, pieces: list[Raw]) -> None:
        self.folded, self.pieces = folded, pieces
        self.at = 0
        self.out: list[Raw] = []

    def run(self) -> list[Raw]:
        while self.at < len(self.pieces):
            if not (self.pieces[self.at].kind == "word" and self.joined()):
                self.out.append(self.pieces[self.at])
                self.at += 1
        return self.out

    def joined(self) -> bool:
        return self.spelled() or self.scaled() or self.ratio() or self.compound()

    def spelled(self) -> bool:
        """`ninety five`, `ten to the minus five`."""
        first = self.pieces[self.at]
        if first.form not in numerals.SPELLED:
            return False
        run = []
        for piece in self.pieces[self.at : self.at + _MOST_WORDS]:
            if piece.kind != "word":
                break
            run.append(piece.form)
        said = numerals.spoken(run)
        if said is None:
            return False
        value, used = said
        end = self.pieces[self.at + used - 1].end
        self.at += used
        raised = numerals.raised(self.folded, end, value)
        if raised is not None:
            value, end = raised
            while self.at < len(self.pieces) and self.pieces[self.at].start < end:
                self.at += 1
        self.out.append(Raw("num", self.folded[first.start : end], first.start, end, value))
        return True

    def scaled(self) -> bool:
        """`95 percent`, `95 hundredths`."""
        piece = self.pieces[self.at]
        if not self.out or self.out[-1].kind != "num":
            return False
        last = self.out[-1]
        if piece.form in _PERCENT:
            self.out[-1] = replace(last, end=piece.end, percent=True)
        elif piece.form in numerals.FRACTIONS:
            value = numerals.part(last.value, piece.form)
            self.out[-1] = replace(last, end=piece.end, value=value)
        else:
            return False
        self.at += 1
        return True

    def ratio(self) -> bool:
        """`nineteen out of twenty`, `one in a thousand`."""
        following = [piece.form for piece in self.pieces[self.at : self.at + 2]]
        if not self.out or self.out[-1].kind != "num" or following not in _RATIOS:
            return False
        after = _Joiner(self.folded, self.pieces[self.at + 2 : self.at + 2 + _MOST_WORDS])
        if not after.pieces or not (after.pieces[0].kind == "num" or after.spelled()):
            return False
        below = after.out[0] if after.out else after.pieces[0]
        if below.value <= 0:
            return False
        used = max(after.at, 1)
        first = self.out[-1]
        self.out[-1] = replace(first, end=below.end, value=first.value / below.value)
        self.at += 2 + used
        return True

    def compound(self) -> bool:
        """`over-fitting` and `over fitting` are one word."""
        first = self.pieces[self.at]
        following = self.pieces[self.at + 1].form if self.at + 1 < len(self.pieces) else ""
        if (first.form, following) == ("grad", "check"):
            self.out.append(Raw("word", "gradcheck", first.start, self.pieces[self.at + 1].end))
            self.at += 2
            return True
        if first.form not in _JOINED or self.at + 1 >= len(self.pieces):
            return False
        second = self.pieces[self.at + 1]
        between = self.folded[first.end : second.start]
        spaced = between == " " and second.form in _JOINS_FIT and first.form in {"over", "under"}
        if second.kind != "word" or not (between == "-" or spaced):
            return False
        self.out.append(Raw("word", first.form + second.form, first.start, second.end))
        self.at += 2
        return True
