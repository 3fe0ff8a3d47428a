"""Compiled wordings: plans, and the vocabulary of a question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

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
    parse,
)
from drill.grading.typos import Mender

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from drill.model.question import Concept


@dataclass(frozen=True, slots=True)
class Plan:
    """A wording ready to be searched."""

    group: Group
    scope: Scope


class Lexicon:
    """The concepts of a question, by name, with the vocabulary of all its wordings."""

    def __init__(self, concepts: Iterable[Concept], wordings: Iterable[str]) -> None:
        self.groups: dict[str, tuple[Group, ...]] = {}
        self.opposites: dict[str, str] = {}
        for concept in concepts:
            self.groups[concept.name] = tuple(parse(w) for w in concept.wordings)
            if concept.opposite is not None:
                self.opposites[concept.name] = concept.opposite
        self.stems: set[str] = set()
        self.forms: dict[str, str] = {}
        self.prefixes: set[str] = set()
        self.exact: set[str] = set()
        self.ranges: set[tuple[float | None, float | None]] = set()
        for group in [g for groups in self.groups.values() for g in groups] + [
            parse(w) for w in wordings
        ]:
            self._learn(group)
        self.prefix_lengths = tuple(sorted({len(p) for p in self.prefixes}))
        self.mender = Mender(self.forms, self.prefixes)

    def _learn(self, group: Group) -> None:
        for slot in group.slots:
            self._learn_atom(slot.atom)

    def _learn_atom(self, atom: Atom) -> None:
        match atom:
            case Word() as word:
                if word.form == "#":
                    self.ranges.add((word.low, word.high))
                elif word.prefix:
                    self.prefixes.add(word.form)
                elif word.exact:
                    self.exact.add(word.form)
                else:
                    self.stems.add(word.stem)
                    self.forms[word.form] = word.stem
            case Phrase(words):
                for word in words:
                    self._learn_atom(word)
            case Either() | Chain():
                for group in (Group(atom.slots),) if isinstance(atom, Chain) else atom.options:
                    self._learn(group)
            case ConceptRef() | Particle():
                pass


def plan(wording: str, scope: Scope) -> Plan:
    """Return a wording with the scope it has where it names none."""
    group = parse(wording)
    return Plan(group, group.scope or scope)


def opposites(group: Group, opposite: Mapping[str, str]) -> list[Group]:
    """Return the wording with one of its concepts replaced by the concept's opposite."""
    out = []
    for index, slot in enumerate(group.slots):
        names = _names(slot.atom)
        turned = tuple(opposite[name] for name in names if name in opposite)
        if turned and not (slot.absent or slot.optional or slot.free):
            options = tuple(Group((Slot(ConceptRef(name)),)) for name in turned)
            changed = replace(slot, atom=Either(options))
            out.append(
                replace(group, slots=(*group.slots[:index], changed, *group.slots[index + 1 :]))
            )
    return out


def _names(atom: Atom) -> tuple[str, ...]:
    match atom:
        case ConceptRef(name):
            return (name,)
        case Either(options):
            singles = [
                o.slots[0].atom for o in options if len(o.slots) == 1 and not o.slots[0].negated
            ]
            return tuple(a.name for a in singles if isinstance(a, ConceptRef))
        case _:
            return ()
