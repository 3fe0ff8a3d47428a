"""The typed check for a number: value, what it is about, direction."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from drill.grading.findings import Finding, Outcome
from drill.grading.hits import Hit
from drill.grading.lexicon import Plan, plan
from drill.grading.typos import COMPARING
from drill.grading.wordset import words

if TYPE_CHECKING:
    from drill.grading.search import Search
    from drill.model.question import NumberCheck

_ABOVE = words("""
above over more greater bigger higher larger exceed exceeds exceeding exceeded beyond least upward
upwards from starting pass passes min minimum north
""")
_BELOW = words("""
below under less smaller lower fewer most beneath within max maximum maximal up tighter inside
""")
_LIMITS = frozenset({"max", "maximum", "maximal", "up"})
"""Name a bound without comparing."""
_JUDGED = 10
"""Words between a number and what calls it good or bad."""
_STEPS = 5
"""Words between a comparison and its number."""
_BAD = words("""
bug wrong suspicious suspect fishy alarm bad mistake fail fails failing problem broken leak
leakage incorrect unacceptable doubt investigate audit flag red worry worrying warning smell large
""")
_GOOD = words("""
fine ok good acceptable accept pass passes safe okay normal healthy clean alright correct great
trust unsuspicious harmless right tolerable excellent
""")


_SIDES = {**dict.fromkeys(_ABOVE, "above"), **dict.fromkeys(_BELOW, "below")}


@lru_cache(maxsize=1 << 12)
def _compared(form: str) -> str:
    """Mend a mistyped comparison."""
    return COMPARING.word(form)


@dataclass(frozen=True, slots=True)
class NumberPlan:
    check: NumberCheck
    near: Plan | None
    not_near: Plan | None
    others: tuple[tuple[float, Plan | None], ...]


def compile_number(check: NumberCheck) -> NumberPlan:
    def ready(wording: str | None) -> Plan | None:
        return None if wording is None else plan(wording, "clause")

    others = tuple((other.value, ready(other.near)) for other in check.others)
    return NumberPlan(check, ready(check.near), ready(check.not_near), others)


def wordings(check: NumberCheck) -> list[str]:
    """Every wording the check looks for."""
    own = [check.near, check.not_near, *(other.near for other in check.others)]
    return [w for w in own if w is not None]


def _within(value: float, wanted: float, tolerance: float) -> bool:
    return abs(value - wanted) <= max(tolerance * abs(wanted), 1e-300)


class _Judge:
    def __init__(self, ready: NumberPlan, search: Search) -> None:
        self.ready, self.check, self.search = ready, ready.check, search
        self.text = search.text

    def near(self, index: int, wanted: Plan | None) -> bool:
        """Tell whether the wording is in the number's clause."""
        if wanted is None:
            return True
        clause = self.text.clause[index]
        return any(
            self.text.clause[hit.start] <= clause <= self.text.clause[hit.end - 1]
            for hit in self.search.find(wanted)
        )

    def right(self, value: float, percent: bool) -> bool:
        check = self.check
        values = (value, value / 100) if percent else (value,)
        if any(_within(v, w, check.tolerance) for v in values for w in check.values):
            return True
        if check.low is None or check.high is None:
            return False
        return any(check.low <= v <= check.high for v in values)

    def half(self, value: float, percent: bool) -> bool:
        if self.check.partly is None:
            return False
        low, high = self.check.partly
        return any(low <= v <= high for v in ((value, value / 100) if percent else (value,)))

    def harmless(self, index: int, value: float) -> bool:
        return any(
            _within(value, other, 0.02) and self.near(index, near)
            for other, near in self.ready.others
        )

    def side(self, index: int) -> str | None:
        """Which side of the number its clause speaks of."""
        text = self.text
        low, high = text.clause_range[text.clause[index]]
        said = None
        for at in range(index - 1, max(low, index - _STEPS) - 1, -1):
            said = self._word_side(at)
            if said is not None:
                break
        if said is None:
            for at in range(index + 1, min(high, index + 4)):
                said = "above" if text.forms[at] == "up" else self._word_side(at)
                if said is not None:
                    break
        return said

    def mirrored(self, index: int) -> bool:
        """`above 0.9 or below -0.9`: the comparison is with the negative of the number."""
        start = self.text.spans[index][0]
        before = self.text.folded[max(0, start - 2) : start + 1].lstrip()
        return before.startswith("-") and before[-1:].isdigit()

    def denied(self, index: int) -> bool:
        """`not 1.0`, `not at most 1.0`; but `no more than 1.0` says it."""
        negators = self.text.negators[index]
        if len(negators) % 2 == 0:
            return False
        if any(at in self.text.sweeping for at in negators):
            return True
        between = [self._plain_side(at) for at in range(negators[-1] + 1, index)]
        sides = [side for side in between if side is not None]
        if not sides:
            return True
        return self.check.direction is None and sides[-1] == "below"

    def _plain_side(self, at: int) -> str | None:
        form = _compared(self.text.forms[at])
        return None if form in _LIMITS else _SIDES.get(form)

    def _word_side(self, at: int) -> str | None:
        side = _SIDES.get(_compared(self.text.forms[at]))
        if side is not None:
            negated = len(self.text.negators[at]) % 2 or (
                at and self.text.forms[at - 1] in {"not", "no"}
            )
            if negated:
                return "below" if side == "above" else "above"
        return side

    def _own_number(self, low: int, high: int) -> bool:
        """Tell whether a clause compares with a number of its own."""
        text = self.text
        compares = any(form in _ABOVE or form in _BELOW for form in text.forms[low:high])
        return compares or any(at in text.values for at in range(low, high))

    def valence(self, index: int) -> str | None:
        """Tell whether its part of the sentence calls the state good or bad."""
        text = self.text
        clause = text.clause[index]
        for c in (clause, clause + 1):
            if (
                c >= len(text.clause_range)
                or text.clause_sentence[c] != text.clause_sentence[clause]
            ):
                continue
            low, high = text.clause_range[c]
            if c != clause and self._own_number(low, high):
                continue
            for at in range(low, high):
                form, turned = text.forms[at], len(text.negators[at]) % 2
                if form in _BAD and abs(at - index) <= _JUDGED:
                    return "good" if turned else "bad"
                if form in _GOOD and abs(at - index) <= _JUDGED:
                    return "bad" if turned else "good"
        return None


@dataclass(slots=True)
class _Sorted:
    """The numbers of an answer by what they are to the check, as word indices."""

    right: list[int] = field(default_factory=list)
    half: list[int] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)
    swapped: list[int] = field(default_factory=list)


def _sort(judge: _Judge) -> _Sorted:
    out = _Sorted()
    ready = judge.ready
    for index, (value, percent) in judge.text.values.items():
        if index in judge.text.pronouns:
            continue
        if ready.near is not None and not judge.near(index, ready.near):
            continue
        if judge.right(value, percent):
            bad = ready.not_near is not None and judge.near(index, ready.not_near)
            (out.swapped if bad else out.right).append(index)
        elif judge.half(value, percent):
            out.half.append(index)
        elif not judge.harmless(index, value):
            out.wrong.append(index)
    return out


def judge_number(ready: NumberPlan, search: Search) -> list[Finding]:
    """Hit, half, or contradicted by another number in its place or by the wrong direction."""
    judge = _Judge(ready, search)
    found = _sort(judge)
    if found.right:
        return _right(judge, found)

    def finding(outcome: Outcome, index: int, why: str) -> list[Finding]:
        span = search.characters(Hit(index, index + 1))
        return [Finding(outcome, span, why, sure=outcome == "contradicted")]

    if found.half:
        return finding("partly", found.half[0], "the number is near the wanted one")
    if found.swapped:
        return finding("contradicted", found.swapped[0], "it belongs to the other term")
    if found.wrong:
        return finding("contradicted", found.wrong[0], "another number stands in its place")
    return []


def _right(judge: _Judge, found: _Sorted) -> list[Finding]:
    """Judge the right number, which may have been denied or turned round."""

    def span(index: int) -> tuple[int, int]:
        return judge.search.characters(Hit(index, index + 1))

    turned = [index for index in found.right if _wrong_way(judge, index)]
    kept = [index for index in found.right if index not in turned]
    if not kept:
        why = "the comparison with the number points the wrong way"
        return [Finding("contradicted", span(turned[0]), why)]
    if judge.denied(kept[0]):
        return [Finding("contradicted", span(kept[0]), "the number is denied")]
    out = [Finding("hit", span(kept[0]), "the number is right", sure=not found.wrong)]
    if turned:
        why = "elsewhere the comparison points the wrong way"
        out.append(Finding("contradicted", span(turned[0]), why))
    return out


def _wrong_way(judge: _Judge, index: int) -> bool:
    check = judge.check
    side = None if check.direction is None else judge.side(index)
    if side is None or judge.mirrored(index):
        return False
    valence = judge.valence(index)
    if valence is not None and valence != check.state:
        side = "below" if side == "above" else "above"
    return side != check.direction
