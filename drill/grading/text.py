"""An answer as content words in claims, each with its place in the original text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from drill.grading import numerals
from drill.grading.fold import fold
from drill.grading.forms import EXPAND
from drill.grading.stem import stem
from drill.grading.words import FUNCTION

_TOKEN = re.compile(
    r"(?P<pow>(?:(?P<mant>\d{1,12}(?:[.,]\d{1,12})?)\s{0,3}[x*]\s{0,3})?(?P<base>\d{1,3})\s{0,3}(?:\^|\*\*)\s{0,3}[({]?\s{0,3}(?P<exp>[+-]?\d{1,4})\s{0,3}[)}]?)"
    r"|(?P<num>(?:\d{1,40}(?:[.,]\d{1,40}){0,6}|(?<![\w.])[.,]\d{1,40})(?:e[+-]?\d{1,4}(?![\w]))?)"
    r"|(?P<abbr>(?:e\.g|i\.e|etc|vs|approx|resp|incl)\.|w/o(?!\w)|w/(?!\w)|you know(?=\s*,)|per cent)"
    r"|(?P<latex>\\[a-z]+)"
    r"|(?P<op><=|>=|=<|≤|≥|-{1,3}>|=>|→|<|>)"
    r"|(?P<word>[^\W\d_](?:[^\W_]|'(?=[^\W\d_]))*)"
    r"|(?P<punct>[.,;:!?()\[\]{}\n—%/+&]|(?<=\s)-(?=\s))"
)
_JOINED = frozenset({"over", "under", "re", "un", "mis", "hyper"})
_JOINS_FIT = frozenset({"fit", "fits", "fitting", "fitted", "flow", "flows", "flowed", "flowing"})
_LATEX = {
    "le": "<", "leq": "<", "lt": "<", "ge": ">", "geq": ">", "gt": ">", "to": "→", "rightarrow": "→",
    "approx": "~", "sim": "~", "times": "*", "cdot": "*", "epsilon": "epsilon", "varepsilon": "epsilon",
    "delta": "delta", "infty": "inf", "text": "", "mathrm": "", "frac": "", "left": "", "right": "",
}  # fmt: skip
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


@dataclass(slots=True)
class Text:
    """Content words of an answer, as parallel lists (one entry a word)."""

    original: str
    folded: str
    raw: list[Raw]
    offsets: list[int] | None = None
    """For each character of `folded` its place in `original`; None: the same."""
    forms: list[str] = field(default_factory=list)
    stems: list[str] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    """In the original text."""
    values: dict[int, tuple[float, bool]] = field(default_factory=dict)
    """Number words: value, and whether a percent sign stood by."""
    clause: list[int] = field(default_factory=list)
    sentence: list[int] = field(default_factory=list)
    negators: list[tuple[int, ...]] = field(default_factory=list)
    """For each word the negators over it, as word indices."""
    weak: set[int] = field(default_factory=set)
    """Negators that never contradict."""
    conditional: set[int] = field(default_factory=set)
    """Clauses that state a condition."""
    clause_range: list[tuple[int, int]] = field(default_factory=list)
    """First word and behind the last word of each clause."""
    clause_sentence: list[int] = field(default_factory=list)
    sentence_range: list[tuple[int, int]] = field(default_factory=list)
    function_words: int = 0
    """Function words dropped: salads have none."""
    breaks: int = 0
    """Separators: punctuation, arrows, line breaks."""


def scan(text: str) -> tuple[str, list[int] | None, list[Raw]]:
    """Folded text, way back, raw pieces with numbers joined."""
    folded, offsets = fold(text)
    pieces: list[Raw] = []
    skip_to = 0
    for found in _TOKEN.finditer(folded):
        if found.start() < skip_to:
            continue
        kind = found.lastgroup or ""
        start, end = found.span()
        if found["pow"]:
            value = numerals.power(
                numerals.plain_number(found["mant"]) if found["mant"] else 1.0,
                float(found["base"]),
                int(found["exp"]),
            )
            pieces.append(Raw("num", found["pow"], start, end, value))
        elif kind == "num":
            end = _add_number(folded, found[0], start, end, pieces)
            skip_to = end
        elif kind == "abbr":
            pieces.append(Raw("word", _SAID.get(found[0], found[0].rstrip(".")), start, end))
        elif kind == "latex":
            known = _LATEX.get(found[0][1:], found[0][1:])
            if known in {"<", ">", "→"}:
                pieces.append(_operator(known, start, end))
            elif known:
                pieces.append(Raw("word", known, start, end))
        elif kind == "op":
            pieces.append(_operator(found[0], start, end))
        elif kind == "word":
            pieces.append(Raw("word", found[0], start, end))
        elif kind == "punct":
            form = found[0]
            if (
                form == "."
                and end < len(folded)
                and not folded[end].isspace()
                and folded[end] not in ".)\"'"
            ):
                continue
            if form == "%" and pieces and pieces[-1].kind == "num":
                last = pieces[-1]
                pieces[-1] = Raw("num", last.form, last.start, end, last.value, percent=True)
                continue
            pieces.append(Raw("punct", form, start, end))
    return folded, offsets, _spelled(folded, pieces)


def _add_number(folded: str, form: str, start: int, end: int, pieces: list[Raw]) -> int:
    value = numerals.plain_number(form)
    suffix = folded[end : end + 2]
    if suffix[:1] in _THOUSANDS and not suffix[1:2].isalnum():
        pieces.append(Raw("num", form, start, end + 1, value * _THOUSANDS[suffix[0]]))
        return end + 1
    said = numerals.raised(folded, end, value)
    if said is not None:
        pieces.append(Raw("num", folded[start : said.end], start, said.end, said.value))
        return said.end
    pieces.append(Raw("num", form, start, end, value))
    return end


def _operator(form: str, start: int, end: int) -> Raw:
    if form in {"<", "<=", "=<", "≤"}:
        return Raw("word", "below", start, end)
    if form in {">", ">=", "≥"}:
        return Raw("word", "above", start, end)
    return Raw("punct", "→", start, end)


def _spelled(folded: str, pieces: list[Raw]) -> list[Raw]:
    """Join spelled numbers, percents and split words."""
    out: list[Raw] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        if piece.kind == "word" and piece.form in numerals.SPELLED:
            run = [(p.form, p.end) for p in pieces[at : at + 12] if p.kind == "word"]
            said = numerals.spoken(run) if run else None
            if said is not None and _contiguous(pieces, at, said[1]):
                value, used = said
                end = pieces[at + used - 1].end
                power = numerals.raised(folded, end, value)
                if power is not None:
                    value, end = power
                    while at + used < len(pieces) and pieces[at + used].start < end:
                        used += 1
                out.append(Raw("num", folded[piece.start : end], piece.start, end, value))
                at += used
                continue
        if piece.kind == "word" and piece.form in _PERCENT and out and out[-1].kind == "num":
            last = out[-1]
            out[-1] = Raw("num", last.form, last.start, piece.end, last.value, percent=True)
            at += 1
            continue
        if (
            piece.kind == "word"
            and piece.form in numerals.FRACTIONS
            and out
            and out[-1].kind == "num"
        ):
            last = out[-1]
            value = round(last.value * numerals.FRACTIONS[piece.form], 12)
            out[-1] = Raw("num", last.form, last.start, piece.end, value)
            at += 1
            continue
        joined = _join(folded, pieces, at)
        if joined is not None:
            out.append(joined)
            at += 2
            continue
        out.append(piece)
        at += 1
    return out


def _contiguous(pieces: list[Raw], at: int, used: int) -> bool:
    return all(p.kind == "word" for p in pieces[at : at + used])


def _join(folded: str, pieces: list[Raw], at: int) -> Raw | None:
    """`over-fitting` and `over fitting` are one word."""
    first = pieces[at]
    if first.kind != "word" or first.form not in _JOINED or at + 1 >= len(pieces):
        return None
    second = pieces[at + 1]
    if second.kind != "word":
        return None
    between = folded[first.end : second.start]
    if between == "-" or (
        between == " " and second.form in _JOINS_FIT and first.form in {"over", "under"}
    ):
        return Raw("word", first.form + second.form, first.start, second.end)
    return None


@lru_cache(maxsize=1 << 15)
def words_of(form: str) -> tuple[tuple[str, str], ...]:
    """Content words behind a written word: pairs of form and stem; none for function words."""
    if form in FUNCTION:
        return ()
    expanded = EXPAND.get(form)
    if expanded is None and form.endswith("'s"):
        form = form[:-2]
        if form in FUNCTION:
            return ()
        expanded = EXPAND.get(form)
    if expanded is None:
        return ((form, stem(form)),)
    return tuple((word, stem(word)) for word in expanded.split())
