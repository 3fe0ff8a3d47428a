"""Self-correction: what the writer takes back does not count, the last word does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drill.grading.antonyms import OPPOSITES
from drill.grading.text import words_of
from drill.grading.wordset import words

if TYPE_CHECKING:
    from drill.grading.scanner import Raw

_HESITATIONS = words("hmm hm hmmm uh um er err eh ehm wait no sorry oops ugh")
_TAKES_BACK = (
    ("no", "wait"), ("wait", "no"), ("scratch", "that"), ("strike", "that"), ("or", "rather"),
    ("no", "sorry"), ("sorry", "no"), ("actually", "no"), ("no", "actually"),
    ("i", "meant"), ("no", "rather"), ("wait", "actually"), ("sorry", "i", "mean"),
    ("no", "i", "mean"), ("let", "me", "correct"), ("i", "correct", "myself"),
    ("forget", "that"), ("i", "take", "that", "back"),
)  # fmt: skip
"""Words that take back what stands before them."""
_ALONE = words("oops correction")
"""The same where a mark stands on either side."""
_NEW_VALUE = words(
    "let's lets say make it that rather actually maybe probably more like is it's its"
)
"""Words between a hesitation and the new number."""
_CORRECTING = words("let's lets say make rather actually")
_DOUBTS = words("hmm hm hmmm wait no sorry oops")
"""Hesitations that take back by themselves where a new number follows."""
_HAVE = words("is there's have has with any a the 's need needs")
"""Before `no wait`, which is then a thing."""
_ENDS = frozenset({".", "!", "?", "\n", ";", "—", ",", "-"})
_BREAKS = _ENDS | words("but while whereas so because then :")
_NEAR = 8
"""Pieces before and behind a correction that it compares."""
_COMPARING = words("above below over under less more than at most least about to around roughly")


def _stems(piece: Raw) -> tuple[str, ...]:
    return tuple(base for _, base in words_of(piece.form)) if piece.kind == "word" else ()


class _Correction:
    """One correction: where its words begin and where they end."""

    def __init__(self, raw: list[Raw], first: int, behind: int) -> None:
        self.raw = raw
        self.first = first
        while self.first and self._hesitates(self.first - 1):
            self.first -= 1
        self.behind = behind
        while behind < len(raw) and raw[behind].form in _ENDS | _HESITATIONS:
            behind += 1
        self.new = self._until_break(behind)

    def _hesitates(self, at: int) -> bool:
        return self.raw[at].form in _ENDS or self.raw[at].form in _HESITATIONS

    def _until_break(self, at: int) -> list[Raw]:
        out = []
        for piece in self.raw[at : at + _NEAR]:
            if piece.form in _ENDS:
                break
            out.append(piece)
        return out

    def withdrawn(self) -> set[int]:
        """Return the pieces that are taken back: a number, a direction or the last claim."""
        marks = set(range(self.first, self.behind))
        old = range(max(0, self.first - _NEAR), self.first)
        if any(piece.kind == "num" for piece in self.new):
            numbers = [at for at in old if self.raw[at].kind == "num"]
            return marks | self._with_comparison(numbers[-1:]) if numbers else set()
        opposite = {o for piece in self.new for s in _stems(piece) for o in OPPOSITES.get(s, ())}
        turned = [at for at in old if opposite & {*_stems(self.raw[at])}]
        return marks | ({turned[-1]} if turned else self._last_claim())

    def _with_comparison(self, numbers: list[int]) -> set[int]:
        """Return a number with the comparison before it, if the new one brings its own."""
        out = set(numbers)
        own = {piece.form for piece in self.new} & _COMPARING
        at = min(numbers) - 1
        while own and at >= 0 and self.raw[at].form in _COMPARING:
            out.add(at)
            at -= 1
        return out

    def _last_claim(self) -> set[int]:
        at = self.first - 1
        out = set()
        while at >= 0 and self.raw[at].form not in _BREAKS:
            out.add(at)
            at -= 1
        return out


def _taken_back(raw: list[Raw], at: int) -> int:
    """Behind the words that take something back, if they begin here; else 0."""
    for cue in _TAKES_BACK:
        if raw[at].form != cue[0]:
            continue
        behind = at + 1
        for form in cue[1:]:
            while behind < len(raw) and raw[behind].form in {",", "-"}:
                behind += 1
            if behind >= len(raw) or raw[behind].form != form:
                break
            behind += 1
        else:
            return behind
    return 0


def _corrections(raw: list[Raw]) -> list[_Correction]:
    out = []
    forms = [piece.form for piece in raw]
    for at, form in enumerate(forms):
        if at == 0:
            continue
        behind = _taken_back(raw, at)
        if behind and not (form == "no" and forms[at - 1] in _HAVE):
            out.append(_Correction(raw, at, behind))
        elif form in _ALONE and {forms[at - 1], *forms[at + 1 : at + 2]} <= _ENDS | {":"}:
            out.append(_Correction(raw, at, at + 1))
        elif form in _HESITATIONS | {"make"} and (behind := _new_number(raw, at)):
            out.append(_Correction(raw, at, behind))
    return out


def _new_number(raw: list[Raw], at: int) -> int:
    """Where the number behind a hesitation stands that replaces one before it; 0: there is none."""
    if not any(piece.kind == "num" for piece in raw[max(0, at - _NEAR) : at]):
        return 0
    behind = at + 1
    between = []
    while behind < len(raw) and raw[behind].form in _ENDS | _NEW_VALUE | _COMPARING:
        between.append(raw[behind].form)
        behind += 1
    if behind >= len(raw) or raw[behind].kind != "num" or raw[behind].form == "one":
        return 0
    parted = raw[at - 1].form in _ENDS and bool({*between} & _ENDS)
    said = bool({*between} & _CORRECTING)
    while raw[behind - 1].form in _COMPARING:
        behind -= 1
    return behind if said or (parted and raw[at].form in _DOUBTS) else 0


_CUES = words("wait scratch strike rather sorry actually make meant mean correct forget take") | (
    _HESITATIONS | _ALONE
)


def last_word(raw: list[Raw]) -> tuple[list[Raw], bool]:
    """Return the pieces that still hold, and whether something was taken back."""
    if not any(piece.form in _CUES for piece in raw):
        return raw, False
    gone: set[int] = set()
    for correction in _corrections(raw):
        gone |= correction.withdrawn()
    return [piece for at, piece in enumerate(raw) if at not in gone], bool(gone)
