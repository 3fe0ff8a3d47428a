"""Places of an answer where a word or a wording was found, and how they join."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from drill.grading.pattern import Slot

MOST = 24
"""Anchors and candidates tried where a wording may spread over the whole answer."""
UNMET = -1
"""Stands for the negation a wording asked for and the answer did not have."""
_SWEEP = -2
"""Negators that judge a whole sentence are counted down from here."""


class Hit(NamedTuple):
    """A place where a wording was found."""

    start: int
    end: int
    """Behind the last word."""
    flips: tuple[int, ...] = ()
    """Negators that turn it round; empty: it was said as the wording has it."""
    used: tuple[int, ...] = ()
    """Negators that are words of the wording itself."""
    cost: int = 0
    """Typing errors forgiven."""


def sweeping(negator: int) -> int:
    """Mark a negator as one that judges a whole sentence: no `not X` of a wording is met by it."""
    return _SWEEP - negator


def negator(flip: int) -> int:
    """Word index of a negator, marked or not."""
    return flip if flip > _SWEEP else _SWEEP - flip


def around(hits: list[Hit], start: int) -> list[Hit]:
    at = bisect_left(hits, (start,))
    return hits[max(0, at - MOST // 2) : at + MOST // 2]


def as_wanted(hit: Hit, slot: Slot) -> Hit:
    """Return the hit as its slot sees it: with the negation it asks for taken away."""
    swept = tuple(at for at in hit.flips if at <= _SWEEP)
    if slot.free:
        own = tuple(at for at in hit.flips if at > _SWEEP)
        return hit._replace(flips=swept, used=hit.used + own)
    if slot.negated:
        if hit.flips and not swept:
            return hit._replace(flips=(), used=hit.used + hit.flips)
        return hit._replace(flips=(UNMET,))
    return hit


def nearest(slot: Slot, hits: list[Hit], parts: list[Hit], low: int, high: int) -> Hit | None:
    """Return the hit of a slot nearest to the anchor inside the region that overlaps none taken."""
    anchor = parts[0]
    begin = parts[-1].end if slot.follows else low
    best: Hit | None = None
    best_key: tuple[bool, int] | None = None
    at = bisect_left(hits, (begin,))
    while at < len(hits):
        hit = hits[at]
        at += 1
        if hit.start >= high:
            break
        if hit.end > high or any(hit.start < p.end and p.start < hit.end for p in parts):
            continue
        seen = as_wanted(hit, slot)
        key = (bool(seen.flips), abs(hit.start - anchor.start))
        if best_key is None or key < best_key:
            best, best_key = seen, key
    return best


def join(parts: list[Hit]) -> Hit:
    used = {at for part in parts for at in part.used}
    flips = {at for part in parts for at in part.flips if at not in used}
    return Hit(
        min(p.start for p in parts),
        max(p.end for p in parts),
        tuple(sorted(flips)),
        tuple(sorted(used)),
        sum(p.cost for p in parts),
    )
