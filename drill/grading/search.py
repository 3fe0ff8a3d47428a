"""The search for wordings in one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drill.grading.hits import (
    MOST,
    UNMET,
    Hit,
    around,
    as_wanted,
    join,
    nearest,
    negator,
    sweeping,
)
from drill.grading.pattern import (
    Atom,
    Chain,
    ConceptRef,
    Either,
    Group,
    Particle,
    Phrase,
    Scope,
    Slot,
    Word,
)
from drill.grading.stem import stem
from drill.grading.text import words_of
from drill.grading.thesaurus import CLASS
from drill.grading.typos import FIELD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from drill.grading.lexicon import Lexicon, Plan
    from drill.grading.text import Text

NEAR = 18
"""Content words between which the slots of a wording have to lie."""
_ANCHORS = 500
"""Places of a wording's rarest word that are tried."""
CLOSE = 3
"""Other content words that may stand inside a group."""


class Search:
    """One answer, indexed for one lexicon."""

    def __init__(self, text: Text, lexicon: Lexicon, *, soft: bool = False) -> None:
        self.text = text
        self.lexicon = lexicon
        self._soft = soft
        """Do words of one class of the thesaurus count as one?"""
        self._stems: dict[str, list[Hit]] = {}
        self._prefixes: dict[str, list[Hit]] = {}
        self._exact: dict[str, list[Hit]] = {}
        self._memo: dict[int | str, list[Hit]] = {}
        self._open: set[str] = set()
        self.known = 0
        """Words of the answer that the rubric knows."""
        self._index()
        if soft:
            self._index_classes()

    def _index_classes(self) -> None:
        for index, base in enumerate(self.text.stems):
            head = CLASS.get(base)
            if head is not None:
                self._stems.setdefault(f"~{head}", []).append(self._word_hit(index, 1))

    def _index(self) -> None:
        lexicon, text = self.lexicon, self.text
        for index, (form, base) in enumerate(zip(text.forms, text.stems, strict=True)):
            if form == "#":
                continue
            self._index_word(index, form, base, lexicon)

    def _index_word(self, index: int, form: str, base: str, lexicon: Lexicon) -> None:
        found = False
        if base in lexicon.stems:
            self._stems.setdefault(base, []).append(self._word_hit(index))
            found = True
        if form in lexicon.exact:
            self._exact.setdefault(form, []).append(self._word_hit(index))
            found = True
        begun = 0
        for length in lexicon.prefix_lengths:
            if length > len(form):
                break
            if (prefix := form[:length]) in lexicon.prefixes:
                self._prefixes.setdefault(prefix, []).append(self._word_hit(index))
                begun = length
        if not found:
            found = self._mend(index, form, begun)
        self.known += found or begun > 0

    def _mend(self, index: int, form: str, begun: int) -> bool:
        """Find the word a mistyped one stands for, unless a longer beginning of it is known."""
        word, start = self.lexicon.mender.mend(form)
        if word is not None:
            self._stems.setdefault(self.lexicon.forms[word], []).append(self._word_hit(index, 1))
            self._mended_prefixes(index, word, begun)
        elif start is not None and len(start) > begun:
            self._prefixes.setdefault(start, []).append(self._word_hit(index, 1))
        elif start is None and not begun:
            return self._field(index, form)
        return word is not None or start is not None

    def _field(self, index: int, form: str) -> bool:
        """Read a mistyped word of the field that the rubric knows by its stem or beginning."""
        meant, _ = FIELD.mend(form)
        found = False
        for word, base in words_of(meant) if meant else ():
            if base in self.lexicon.stems:
                self._stems.setdefault(base, []).append(self._word_hit(index, 1))
                found = True
            found = self._mended_prefixes(index, word, 0) or found
        return found

    def _mended_prefixes(self, index: int, word: str, begun: int) -> bool:
        found = False
        for length in self.lexicon.prefix_lengths:
            if begun < length <= len(word) and (prefix := word[:length]) in self.lexicon.prefixes:
                self._prefixes.setdefault(prefix, []).append(self._word_hit(index, 1))
                found = True
        return found

    def _word_hit(self, index: int, cost: int = 0) -> Hit:
        negators = self.text.negators[index]
        flips = negators if len(negators) % 2 else ()
        if flips and self.text.sweeping:
            flips = tuple(sweeping(at) if at in self.text.sweeping else at for at in flips)
        return Hit(index, index + 1, flips, self._as_negator(index), cost)

    def _as_negator(self, index: int) -> tuple[int, ...]:
        return (index,) if index in self.text.weak or self.text.forms[index] == "not" else ()

    def hits(self, atom: Atom) -> list[Hit]:
        """Every place of an atom, by start."""
        match atom:
            case Word():
                return self._word(atom)
            case _:
                key = atom.name if isinstance(atom, ConceptRef) else id(atom)
                known = self._memo.get(key)
                if known is None:
                    known = self._memo[key] = self._compute(atom)
                return known

    def _word(self, word: Word) -> list[Hit]:
        if word.form == "#":
            return self._numbers(word)
        if word.exact:
            return self._exact.get(word.form, [])
        own = self._prefixes.get(word.form, []) if word.prefix else self._stems.get(word.stem, [])
        if self._soft:
            return self._with_class(own, word)
        return own

    def _with_class(self, own: list[Hit], word: Word) -> list[Hit]:
        base = stem(word.form) if word.prefix else word.stem
        others = self._stems.get(f"~{CLASS.get(base, '')}", [])
        if not others:
            return own
        taken = {hit.start for hit in own}
        return sorted([*own, *(hit for hit in others if hit.start not in taken)])

    def _numbers(self, word: Word) -> list[Hit]:
        out = []
        for index, (value, percent) in self.text.values.items():
            if word.low is None or word.high is None:
                out.append(self._word_hit(index))
                continue
            if word.percent and index in self.text.counts and not percent:
                continue
            slack = 1e-6 * max(abs(word.low), abs(word.high), 1e-30)
            values = (value, value / 100) if percent else (value,)
            if any(word.low - slack <= v <= word.high + slack for v in values):
                out.append(self._word_hit(index))
        return out

    def _compute(self, atom: Atom) -> list[Hit]:
        match atom:
            case Phrase(words):
                return self._phrase(words)
            case ConceptRef(name):
                return self._concept(name)
            case Either(options):
                return self._any(options)
            case Chain(slots):
                return self._chain(slots)
            case Word():
                return self._word(atom)
            case Particle():
                return []

    def _concept(self, name: str) -> list[Hit]:
        if name in self._open:
            return []
        self._open.add(name)
        found = self._any(self.lexicon.groups.get(name, ()))
        self._open.discard(name)
        return found

    def _any(self, groups: tuple[Group, ...]) -> list[Hit]:
        found: list[Hit] = []
        for group in groups:
            if len(group.slots) == 1:
                found.extend(self._single(group.slots[0]))
            else:
                found.extend(self.close(group))
        if len(found) > 1:
            found = sorted(set(found))
        return found

    def _single(self, slot: Slot) -> list[Hit]:
        hits = self.hits(slot.atom)
        if slot.negated or slot.free:
            return [as_wanted(hit, slot) for hit in hits]
        return hits

    def _phrase(self, words: tuple[Word, ...]) -> list[Hit]:
        firsts = self._word(words[0])
        if not firsts:
            return []
        later = []
        for word in words[1:]:
            at = {hit.start: hit for hit in self._word(word)}
            if not at:
                return []
            later.append(at)
        out = []
        for first in firsts:
            parts = [first]
            for at in later:
                following = at.get(parts[-1].end)
                if (
                    following is None
                    or self.text.sentence[following.start] != self.text.sentence[first.start]
                ):
                    break
                parts.append(following)
            else:
                out.append(join(parts))
        return out

    def _chain(self, slots: tuple[Slot, ...]) -> list[Hit]:
        first, *others = slots
        found = [[as_wanted(hit, first)] for hit in self.hits(first.atom)]
        for slot in others:
            seen = [as_wanted(hit, slot) for hit in self.hits(slot.atom)]
            longer = [
                [*parts, hit]
                for parts in found
                for hit in seen
                if hit.start == parts[-1].end
                and self.text.sentence[hit.start] == self.text.sentence[parts[0].start]
            ]
            found = [*longer, *found] if slot.optional else longer
        return sorted({join(parts) for parts in found})

    def close(self, group: Group) -> list[Hit]:
        """Places where all slots of a group stand close together in one clause."""
        return list(self._places(group, "clause", len(group.slots) * 2 + CLOSE))

    def find(self, plan: Plan) -> Iterator[Hit]:
        """Places where a whole wording is found, plain ones and turned ones."""
        return self._places(plan.group, plan.scope, NEAR)

    def _places(self, group: Group, scope: Scope, window: int) -> Iterator[Hit]:
        wanted = [slot for slot in group.slots if not (slot.absent or slot.optional)]
        lists: list[tuple[Slot, list[Hit]]] = []
        for slot in wanted:
            hits = self.hits(slot.atom)
            if not hits:
                return
            lists.append((slot, hits))
        ordered = any(slot.follows for slot in wanted)
        if not ordered:
            lists.sort(key=lambda pair: len(pair[1]))
        barred = [self._clauses_of(slot.atom) for slot in group.slots if slot.absent]
        optional = [self.hits(slot.atom) for slot in group.slots if slot.optional]
        anchor_slot, anchors = lists[0]
        for anchor in anchors[: MOST if scope == "all" else _ANCHORS]:
            place = self._place(as_wanted(anchor, anchor_slot), lists[1:], scope, window)
            if place is None or self._barred(place, barred):
                continue
            if ordered and scope == "all" and self._said_before(place, lists):
                continue
            for hits in optional:
                place = self._stretch(place, hits)
            yield place

    def _said_before(self, place: Hit, lists: list[tuple[Slot, list[Hit]]]) -> bool:
        """Tell whether what has to follow in a later sentence had come first: `b, then a. B`."""
        if self.text.sentence[place.start] == self.text.sentence[place.end - 1]:
            return False
        slot, hits = lists[-1]
        return slot.follows and any(not hit.flips and hit.end <= place.start for hit in hits)

    def _place(
        self, anchor: Hit, rest: list[tuple[Slot, list[Hit]]], scope: Scope, window: int
    ) -> Hit | None:
        if not rest:
            return anchor
        low, high = self._region(anchor.start, scope)
        if scope != "all":
            low, high = max(low, anchor.start - window), min(high, anchor.end + window)
        parts = [anchor]
        for slot, hits in rest:
            near = around(hits, anchor.start) if scope == "all" else hits
            chosen = nearest(slot, near, parts, low, high)
            if chosen is None:
                return None
            parts.append(chosen)
        joined = join(parts)
        return (
            joined if scope == "all" or joined.end - joined.start <= window + len(parts) else None
        )

    def _region(self, index: int, scope: Scope) -> tuple[int, int]:
        text = self.text
        clause = text.clause[index]
        if scope == "clause":
            return text.clause_range[clause]
        if scope == "all":
            return 0, len(text.forms)
        first, behind = text.sentence_range[text.clause_sentence[clause]]
        if scope == "near":
            first, behind = (
                min(first, max(clause - 1, 0)),
                max(behind, min(clause + 2, len(text.clause_range))),
            )
        return text.clause_range[first][0], text.clause_range[behind - 1][1]

    def _clauses_of(self, atom: Atom) -> set[int]:
        """Clauses in which something barred stands, not negated."""
        if isinstance(atom, Particle):
            return self.text.particles.get(atom.form, set())
        return {self.text.clause[hit.start] for hit in self.hits(atom) if not hit.flips}

    def _barred(self, place: Hit, barred: list[set[int]]) -> bool:
        ends = self.text.clause[place.start], self.text.clause[place.end - 1]
        return any(not clauses.isdisjoint(ends) for clauses in barred)

    def _stretch(self, place: Hit, hits: list[Hit]) -> Hit:
        for hit in hits:
            if (
                self.text.clause[hit.start] == self.text.clause[place.start]
                and abs(hit.start - place.start) <= NEAR
            ):
                return place._replace(
                    start=min(place.start, hit.start), end=max(place.end, hit.end)
                )
        return place

    def plain_contradiction(self, hit: Hit) -> bool:
        """Tell whether it was turned round by no weak negator and in no condition."""
        if not hit.flips or UNMET in hit.flips:
            return False
        text = self.text
        if text.sentence[hit.start] != text.sentence[hit.end - 1]:
            return False
        flips = [negator(at) for at in hit.flips]
        return all(at not in text.weak and text.clause[at] not in text.conditional for at in flips)

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Span in the original of a span in the folded text."""
        offsets = self.text.offsets
        return (start, end) if offsets is None else (offsets[start], offsets[end - 1] + 1)

    def characters(self, hit: Hit) -> tuple[int, int]:
        """Span in the original text, with the negators that turn it round."""
        words = [hit.start, hit.end - 1, *(negator(at) for at in hit.flips if at != UNMET)]
        spans = self.text.spans
        return min(spans[w][0] for w in words), max(spans[w][1] for w in words)
