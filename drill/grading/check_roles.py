"""The typed check for a contrast: what was said of which side."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drill.grading.findings import Finding
from drill.grading.lexicon import Plan, plan
from drill.grading.wordset import words

if TYPE_CHECKING:
    from drill.grading.hits import Hit
    from drill.grading.search import Search
    from drill.model.question import RolesCheck

_ASIDE = words("unlike versus vs contrary opposed compared from")
"""`unlike canary, …`: the term is only compared with."""
_OTHER = frozenset({"other", "second", "another"})
_COUNTS = {"first": 0, "former": 0, "second": 1, "other": 1, "another": 1, "latter": 1}
"""Words that count the sides."""
_ORDINALS = frozenset({"first", "second"})
_BOTH = 2
_REACH = 3
"""Clauses over which a term stays the topic."""


@dataclass(frozen=True, slots=True)
class RolesPlan:
    check: RolesCheck
    terms: tuple[tuple[Plan, ...], ...]
    says: tuple[tuple[Plan, ...], ...]


def compile_roles(check: RolesCheck) -> RolesPlan:
    terms = tuple(tuple(plan(w, "clause") for w in side.term) for side in check.sides)
    says = tuple(tuple(plan(w, "clause") for w in side.says) for side in check.sides)
    return RolesPlan(check, terms, says)


def wordings(check: RolesCheck) -> list[str]:
    """Every wording the check looks for."""
    return [w for side in check.sides for w in (*side.term, *side.says)]


def _topics(ready: RolesPlan, search: Search) -> list[tuple[int, int]]:
    """Places where a side is named: word and side, in order."""
    text = search.text
    found: dict[int, int] = {}
    for side, plans in enumerate(ready.terms):
        for one in plans:
            for hit in search.find(one):
                found[hit.start] = side
    order = [side for _, side in sorted(found.items())]
    named = list(dict.fromkeys(order)) or list(range(len(ready.terms)))
    for at, form in enumerate(text.forms):
        if form == "former":
            found[at] = named[0]
        elif form == "latter" and len(ready.terms) > 1:
            found[at] = named[1] if len(named) > 1 else 1 - named[0]
    found |= _counted(search, found, named)
    return sorted((at, side) for at, side in found.items() if not _aside(search, at))


def _counted(search: Search, found: dict[int, int], named: list[int]) -> dict[int, int]:
    """Places of `the first … the second` behind both terms, or where neither is named."""
    text = search.text
    last = max(found, default=-1)
    counted = {
        at: named[_COUNTS[form]]
        for at, form in enumerate(text.forms)
        if form in _ORDINALS and at > last and _begins(search, at)
    }
    both = len(named) == _BOTH and set(counted.values()) == {*named}
    return counted if both else {}


def _begins(search: Search, at: int) -> bool:
    """Tell whether a side is counted here: `the first sees …`, not `which is first`."""
    text = search.text
    said = text.original[max(0, text.spans[at][0] - 12) : text.spans[at][0]].split()
    goes_on = at + 1 < len(text.forms) and text.clause[at + 1] <= text.clause[at] + 1
    return goes_on and said[-1:] != [] and said[-1].casefold() == "the"


def _aside(search: Search, at: int) -> bool:
    text = search.text
    return at > 0 and text.forms[at - 1] in _ASIDE and text.clause[at - 1] == text.clause[at]


def _side_of(search: Search, hit: Hit, topics: list[tuple[int, int]]) -> int | None:
    """Find the side a statement is about: named before it, after it, or lately."""
    text = search.text
    clause = text.clause[hit.start]
    at = bisect_right(topics, (hit.start, 1 << 30))
    before = topics[at - 1] if at else None
    if before is not None and text.clause[before[0]] == clause:
        return before[1]
    after = next(
        (t for t in topics[at : at + 2] if text.clause[t[0]] == text.clause[hit.end - 1]), None
    )
    if after is not None:
        return after[1]
    if before is not None and clause - text.clause[before[0]] <= _REACH:
        return before[1]
    if before is None and at < len(topics) and _named_later(search, hit, topics[at][0]):
        side = topics[at][1]
        between = text.forms[hit.end : topics[at][0]]
        return 1 - side if _OTHER & {*between} else side
    return None


def _by_ordinal(search: Search, hit: Hit, topics: list[tuple[int, int]], sides: int) -> int | None:
    """`In one …; in the other …. First is shadow, second canary`: sides named behind by number."""
    text = search.text
    named: dict[int, int] = {}
    for at, side in topics:
        low, _ = text.clause_range[text.clause[at]]
        count = next((_COUNTS[f] for f in reversed(text.forms[low:at]) if f in _COUNTS), None)
        if count is not None and hit.end <= at:
            named.setdefault(count, side)
    if len(named) < sides:
        return None
    said = [_COUNTS[form] for form in text.forms[: hit.end] if form in _COUNTS]
    return named.get(said[-1] if said else 0)


def _named_later(search: Search, hit: Hit, at: int) -> bool:
    """Tell whether the side is named right behind: `nobody sees it, that is shadow`."""
    text = search.text
    near = text.clause[at] - text.clause[hit.end - 1] <= _REACH
    return near and text.sentence[at] == text.sentence[hit.start]


def judge_roles(ready: RolesPlan, search: Search) -> list[Finding]:
    """Both sides right: hit; one: partly; a statement at the other term: contradicted."""
    topics = _topics(ready, search)
    if not topics:
        return []
    right: dict[int, Hit] = {}
    wrong: dict[int, Hit] = {}
    for side, plans in enumerate(ready.says):
        for one in plans:
            for hit in search.find(one):
                said = None if hit.flips else _side_of(search, hit, topics)
                if said is None and not hit.flips:
                    said = _by_ordinal(search, hit, topics, len(ready.terms))
                if said == side:
                    right.setdefault(side, hit)
                elif said is not None:
                    wrong.setdefault(side, hit)
    return _findings(ready, search, right, wrong)


def _findings(
    ready: RolesPlan, search: Search, right: dict[int, Hit], wrong: dict[int, Hit]
) -> list[Finding]:
    if wrong and len(wrong) >= len(right) and not all(side in right for side in wrong):
        span = search.characters(next(iter(wrong.values())))
        return [
            Finding("contradicted", span, "the sides are swapped: this belongs to the other term")
        ]
    if len(right) == len(ready.terms):
        spans = [search.characters(hit) for hit in right.values()]
        cover = (min(s for s, _ in spans), max(e for _, e in spans))
        return [Finding("hit", cover, "each side has its own term", sure=not wrong)]
    if right:
        span = search.characters(next(iter(right.values())))
        return [Finding("partly", span, "one side of the contrast", sure=False)]
    return []


__all__ = ["RolesPlan", "compile_roles", "judge_roles", "wordings"]
