"""Verdict rules: small expressions over point ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

_LEX = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[a-z][a-z0-9_]*\??)|(?P<mark>[()&|!,*]))"
)


class RuleError(ValueError):
    """A rule cannot be read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What an answer has: the measure rules look at."""

    credit: Mapping[str, float]
    """1 hit, 0.5 partly, 0 otherwise, by point."""
    core: tuple[str, ...]
    extra: tuple[str, ...]
    weight: Mapping[str, float]

    def share(self) -> float:
        """Share of the core points, extra ones counting as further core ones."""
        total = sum(self.weight[p] for p in self.core)
        earned = sum(self.weight[p] * self.credit[p] for p in (*self.core, *self.extra))
        return min(1.0, earned / total) if total else 0.0


Rule = Callable[[Standing], bool]


class _Parser:
    def __init__(self, text: str, names: frozenset[str]) -> None:
        self.text, self.names = text, names
        self.lexemes: list[str] = []
        at = 0
        stripped = text.strip()
        while at < len(stripped):
            found = _LEX.match(stripped, at)
            if found is None:
                raise RuleError(f"cannot read {stripped[at : at + 12]!r} in the rule {text!r}")
            self.lexemes.append(found[0].strip())
            at = found.end()
        self.at = 0

    def peek(self) -> str:
        return self.lexemes[self.at] if self.at < len(self.lexemes) else ""

    def take(self, wanted: str = "") -> str:
        lexeme = self.peek()
        if (wanted and lexeme != wanted) or not lexeme:
            raise RuleError(f"{wanted or 'a point'!r} is missing in the rule {self.text!r}")
        self.at += 1
        return lexeme

    def either(self) -> Rule:
        parts = [self.both()]
        while self.peek() == "|":
            self.take()
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else lambda s: any(p(s) for p in parts)

    def both(self) -> Rule:
        parts = [self.one()]
        while self.peek() == "&":
            self.take()
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else lambda s: all(p(s) for p in parts)

    def one(self) -> Rule:
        lexeme = self.take()
        if lexeme == "!":
            inner = self.one()
            return lambda s: not inner(s)
        if lexeme == "(":
            inner = self.either()
            self.take(")")
            return inner
        if lexeme[0].isdigit():
            return self.counted(float(lexeme))
        if lexeme == "any":
            return lambda s: any(v > 0 for v in s.credit.values())
        return self.point(lexeme)

    def point(self, lexeme: str) -> Rule:
        name = self.name(lexeme)
        least = 0.5 if lexeme.endswith("?") else 1.0
        return lambda s: s.credit[name] >= least

    def name(self, lexeme: str) -> str:
        name = lexeme.rstrip("?")
        if name not in self.names:
            raise RuleError(f"the rule {self.text!r} names {name!r}, which is no point")
        return name

    def counted(self, least: float) -> Rule:
        self.take("of")
        if self.peek() == "*":
            self.take()
            return lambda s: s.share() >= least - 1e-9
        self.take("(")
        names = [self.name(self.take())]
        while self.peek() == ",":
            self.take()
            names.append(self.name(self.take()))
        self.take(")")
        return lambda s: sum(s.credit[n] for n in names) >= least - 1e-9


@lru_cache(maxsize=4096)
def parse_rule(text: str, names: frozenset[str]) -> Rule:
    """Return the rule as a function; raises RuleError."""
    parser = _Parser(text, names)
    rule = parser.either()
    if parser.peek():
        raise RuleError(f"{parser.peek()!r} stands in the wrong place in the rule {text!r}")
    return rule
