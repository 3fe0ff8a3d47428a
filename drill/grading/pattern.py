"""The wording language: text to a tree (docs/rubrics.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from drill.grading import numerals
from drill.grading.forms import EXPAND
from drill.grading.scanner import scan
from drill.grading.text import words_of
from drill.grading.words import FUNCTION, NEGATORS, PRONOUNS

Scope = Literal["clause", "sentence", "near", "all"]

_LEX = re.compile(
    r"\s*(?:(?P<range>#[\d.e+-]+\.\.[\d.e+-]+)|(?P<hash>#)|(?P<arrow>>>)|(?P<concept><[a-z][a-z0-9_]*>)|(?P<scope>@[a-z]+)"
    r'|(?P<quote>"[^"]*")|(?P<mark>[()|\[\]!~])|(?P<compare>[<>]=?(?![a-z]))|(?P<exact>=[^\s()|\[\]"]+)|(?P<word>[^\s()|\[\]"!~<]+)|(?P<bad>.))'
)


_POWERED = re.compile(r"\bo(?=\([^\W\d_]{1,7}(?:\^|\*\*))")
"""The `o` of `o(h^2)`: the scanner calls it o2 in answers too."""
MOST_CHARACTERS = 600


class WordingError(ValueError):
    """A wording cannot be read; the message says where."""


@dataclass(frozen=True, slots=True)
class Word:
    """One content word, or a number."""

    form: str
    stem: str
    prefix: bool = False
    exact: bool = False
    low: float | None = None
    high: float | None = None
    """With `low`: a number between them (equal for a number written out)."""
    percent: bool = False
    """Written as a percentage: the word `one` is no 100%."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that follow each other."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class ConceptRef:
    name: str


@dataclass(frozen=True, slots=True)
class Either:
    """One of several; each a group whose slots stand close together."""

    options: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """A phrase with alternatives: slots that follow each other."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Particle:
    """A function word; it can only be barred."""

    form: str


Atom = Word | Phrase | ConceptRef | Either | Chain | Particle


@dataclass(frozen=True, slots=True)
class Slot:
    atom: Atom
    negated: bool = False
    """Has to be negated."""
    free: bool = False
    """Polarity does not matter."""
    absent: bool = False
    optional: bool = False
    follows: bool = False
    """Has to stand behind the slot before it."""


@dataclass(frozen=True, slots=True)
class Group:
    slots: tuple[Slot, ...]
    scope: Scope | None = None


def _word(form: str) -> tuple[Atom, ...]:
    """Content atoms of one written word of a wording."""
    if form.endswith("*") and len(form) > 1:
        start = form[:-1].casefold().replace("_", "")
        return (Word(start, start, prefix=True),)
    atoms: list[Word] = []
    for piece in scan(form)[2]:
        if piece.kind == "num":
            value = piece.value / 100 if piece.percent else piece.value
            atoms.append(Word("#", "#", low=value, high=value, percent=piece.percent))
        elif piece.kind == "word":
            atoms.extend(Word(word, base) for word, base in words_of(piece.form))
    if len(atoms) > 1:
        return (Phrase(tuple(atoms)),)
    return tuple(atoms)


def _negates(kind: str, form: str) -> bool:
    return kind == "word" and form.casefold() in NEGATORS - PRONOUNS


def _marked(marks: Slot, kind: str, form: str) -> Slot | None:
    """Return the marks of the next slot with one more; None where the token is none."""
    if kind == "arrow":
        return replace(marks, follows=True)
    if kind == "mark" and form == "!":
        return replace(marks, absent=True)
    if kind == "mark" and form == "~":
        return replace(marks, free=True)
    if _negates(kind, form) and not marks.absent:
        return replace(marks, negated=True)
    return None


def _range(form: str) -> Word:
    low, _, high = form[1:].partition("..")
    try:
        return Word("#", "#", low=float(low), high=float(high))
    except ValueError as error:
        raise WordingError(f"not a range of numbers: {form!r}") from error


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str]] = []
        for found in _LEX.finditer(_POWERED.sub("o2", text.strip())):
            kind = found.lastgroup or "bad"
            if kind == "bad":
                raise WordingError(f"cannot read {found[0].strip()!r} in {text!r}")
            self.tokens.append((kind, found[kind]))
        self.at = 0

    def peek(self) -> tuple[str, str] | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def group(self, closing: str) -> Group:
        slots: list[Slot] = []
        scope: Scope | None = None
        marks = Slot(Word("", ""))
        while (token := self.peek()) is not None:
            kind, form = token
            if kind == "mark" and form in {")", "]", "|"}:
                break
            self.at += 1
            if kind == "scope":
                scope = self.scope(form)
            elif (marked := _marked(marks, kind, form)) is not None:
                marks = marked
            elif _negates(kind, form):
                slots.append(Slot(Word("not", "not"), absent=True))
                marks = Slot(Word("", ""))
            else:
                optional = kind == "mark" and form == "["
                barred = marks.absent and kind == "word" and form.casefold() in FUNCTION
                atoms = (Particle(form.casefold()),) if barred else self.atoms(kind, form)
                for atom in atoms:
                    follows = marks.follows and bool(slots)
                    slots.append(replace(marks, atom=atom, optional=optional, follows=follows))
                    marks = Slot(Word("", ""))
        if marks.negated:
            slots.append(Slot(Word("not", "not")))
        if not closing and all(slot.absent or slot.optional for slot in slots):
            raise WordingError(f"nothing that has to be found: {self.text!r}")
        return Group(tuple(slots), scope)

    def scope(self, form: str) -> Scope:
        match form[1:]:
            case "clause" | "sentence" | "near" | "all" as scope:
                return scope
            case other:
                raise WordingError(f"unknown scope @{other} in {self.text!r}")

    def atoms(self, kind: str, form: str) -> tuple[Atom, ...]:
        match kind:
            case "concept":
                return (ConceptRef(form[1:-1]),)
            case "hash":
                return (Word("#", "#"),)
            case "compare" | "word":
                return _word(form)
            case "range":
                return (_range(form),)
            case "quote":
                return self.quote(form[1:-1])
            case _:
                return self.bracket(kind, form)

    def bracket(self, kind: str, form: str) -> tuple[Atom, ...]:
        if kind == "exact":
            exact = EXPAND.get(form[1:].casefold(), form[1:].casefold())
            return (Word(exact, exact, exact=True),)
        if form not in {"(", "["}:
            raise WordingError(f"{form!r} stands in the wrong place in {self.text!r}")
        either = self.either(")" if form == "(" else "]")
        return (either,) if either.options else ()

    def quote(self, inside: str) -> tuple[Atom, ...]:
        if set(inside) & set("(|[<"):
            return (Chain(_Parser(inside).group("").slots),)
        words: list[Word] = []
        for part in inside.split():
            for atom in (_range(part),) if ".." in part and part[0] == "#" else _word(part):
                words.extend(
                    atom.words
                    if isinstance(atom, Phrase)
                    else [atom]
                    if isinstance(atom, Word)
                    else []
                )
        if not words:
            raise WordingError(f"nothing but function words in quotes: {self.text!r}")
        return (Phrase(tuple(words)),) if len(words) > 1 else (words[0],)

    def either(self, closing: str) -> Either:
        options: list[Group] = []
        while True:
            option = self.group(closing)
            if option.slots:
                options.append(option)
            token = self.peek()
            self.at += 1
            if token is None:
                raise WordingError(f"{closing!r} is missing in {self.text!r}")
            if token[1] == closing:
                return Either(tuple(options))
            if token[1] != "|":
                raise WordingError(f"{token[1]!r} stands in the wrong place in {self.text!r}")


@lru_cache(maxsize=1 << 14)
def parse(wording: str) -> Group:
    """Tree of a wording; raises WordingError where it cannot be read."""
    if len(wording) > MOST_CHARACTERS:
        raise WordingError(f"a wording has at most {MOST_CHARACTERS} characters")
    parser = _Parser(wording)
    group = parser.group("")
    if parser.peek() is not None:
        raise WordingError(f"{parser.tokens[parser.at][1]!r} closes nothing in {wording!r}")
    return group


def concepts_in(group: Group) -> frozenset[str]:
    """Names of the concepts a wording uses directly."""
    names: set[str] = set()
    for slot in group.slots:
        match slot.atom:
            case ConceptRef(name):
                names.add(name)
            case Either(options):
                names.update(*(concepts_in(option) for option in options))
            case Chain(slots):
                names |= concepts_in(Group(slots))
            case _:
                pass
    return frozenset(names)


def is_number(word: Word) -> bool:
    return word.form == "#"


__all__ = [
    "Atom",
    "Chain",
    "ConceptRef",
    "Either",
    "Group",
    "Particle",
    "Phrase",
    "Slot",
    "Word",
    "WordingError",
    "concepts_in",
    "numerals",
    "parse",
]
