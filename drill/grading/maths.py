"""A small language of formulas: parsed to a tree, evaluated, never executed."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_LEXEMES = 160
DEPTH = 24
BUILTIN: dict[str, Callable[[float], float] | None] = {
    "ln": math.log, "log": math.log, "exp": math.exp, "sqrt": math.sqrt, "abs": abs,
    "sin": math.sin, "cos": math.cos, "tanh": math.tanh, "max": None, "min": None, "sum": None,
}  # fmt: skip
"""Functions that have a value of their own."""
CHOICES = frozenset({"max", "min"})
STEP = "h_"
"""Stands for the step of a difference, whatever it was called."""


class NotAFormulaError(ValueError):
    """The words do not form an expression."""


@dataclass(frozen=True, slots=True)
class Node:
    """An operation over its parts; leaves are numbers and names."""

    kind: str
    value: float = 0.0
    name: str = ""
    parts: tuple[Node, ...] = ()


class _Parser:
    def __init__(self, lexemes: list[str]) -> None:
        self.lexemes = lexemes[:MOST_LEXEMES]
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        return self.lexemes[self.at] if self.at < len(self.lexemes) else ""

    def take(self) -> str:
        lexeme = self.peek()
        if not lexeme:
            raise NotAFormulaError("ends early")
        self.at += 1
        return lexeme

    def whole(self) -> Node:
        """Spoken `over` divides all that was said by all that follows."""
        half = self.halved()
        node = self.total()
        if half:
            node = Node("*", parts=(Node("number", 0.5), node))
        while self.peek() == "//":
            self.take()
            if self.peek() == "//":
                continue
            node = Node("/", parts=(node, self.total()))
        return node

    def halved(self) -> bool:
        """`Half of` all that follows."""
        if self.peek() != "half":
            return False
        self.take()
        if self.peek() == "@":
            self.take()
        return True

    def total(self) -> Node:
        self.depth += 1
        if self.depth > DEPTH:
            raise NotAFormulaError("nested too deeply")
        node = self.product()
        while self.peek() in {"+", "-"}:
            sign = self.take()
            node = Node(sign, parts=(node, self.product()))
        self.depth -= 1
        return node

    def product(self) -> Node:
        node = self.implicit()
        while self.peek() in {"*", "/"}:
            sign = self.take()
            node = Node(sign, parts=(node, self.implicit()))
        return node

    def implicit(self) -> Node:
        node = self.signed()
        while self._starts_factor():
            node = Node("*", parts=(node, self.signed()))
        return node

    def _starts_factor(self) -> bool:
        lexeme = self.peek()
        return bool(lexeme) and (lexeme[0].isalnum() or lexeme in {"(", "[", "{", "\\frac"})

    def signed(self) -> Node:
        sign = 1.0
        while self.peek() in {"+", "-"}:
            sign = -sign if self.take() == "-" else sign
        node = self.raised()
        return node if sign > 0 else Node("*", parts=(Node("number", -1.0), node))

    def raised(self) -> Node:
        node = self.factor()
        while self.peek() in {"^", "**", "^2", "^3"}:
            sign = self.take()
            power = Node("number", float(sign[1])) if sign in {"^2", "^3"} else self.signed()
            node = Node("^", parts=(node, power))
        return node

    def factor(self) -> Node:
        lexeme = self.take()
        if lexeme in {"(", "[", "{"}:
            node = self.whole()
            if self.peek() in {")", "]", "}"}:
                self.take()
            return node
        if lexeme == "\\frac":
            over = self.factor()
            return Node("/", parts=(over, self.factor()))
        if lexeme[0].isdigit() or lexeme[0] == ".":
            return Node("number", _number(lexeme))
        if not lexeme[0].isalnum():
            raise NotAFormulaError(lexeme)
        return self.named(lexeme)

    def named(self, lexeme: str) -> Node:
        name = lexeme
        callable_ = name in BUILTIN or name in {"f", "g", "l", "j", "loss"}
        if self.peek() == "@":
            self.take()
            return Node("call", name=name, parts=(self.spoken_argument(),))
        if name in CHOICES and self.peek() == "(":
            return self.choice(name)
        if callable_ and self.peek() in {"(", "[", "{"}:
            return Node("call", name=name, parts=(self.factor(),))
        if name in BUILTIN:
            return Node("call", name=name, parts=(self.implicit(),))
        return Node("name", name=name)

    def choice(self, name: str) -> Node:
        """`max(a, b)`."""
        self.take()
        node = self.whole()
        while self.peek() == ",":
            self.take()
            node = Node(name, parts=(node, self.whole()))
        if self.peek() == ")":
            self.take()
        return node

    def spoken_argument(self) -> Node:
        """`f of x plus h`: the variable and one step beside it."""
        if self.peek() in {"(", "[", "{"}:
            return self.factor()
        node = self.raised()
        if self.peek() in {"+", "-"} and self.at + 1 < len(self.lexemes):
            after = self.lexemes[self.at + 1]
            beyond = self.lexemes[self.at + 2] if self.at + 2 < len(self.lexemes) else ""
            if beyond not in {"@", "("} and (after.isalpha() or after == STEP):
                sign = self.take()
                node = Node(sign, parts=(node, self.raised()))
        return node


def _number(lexeme: str) -> float:
    try:
        return float(lexeme.replace(",", "."))
    except ValueError as error:
        raise NotAFormulaError(lexeme) from error


def parse(lexemes: list[str]) -> Node:
    """Tree of the lexemes; raises NotAFormulaError."""
    parser = _Parser(lexemes)
    node = parser.whole()
    if parser.peek() not in {"", ")", "]", "}"}:
        raise NotAFormulaError(parser.peek())
    return node


def names(node: Node, kind: str) -> list[str]:
    """Names of variables (`name`) or called functions (`call`), by first appearance."""
    found = [node.name] if node.kind == kind else []
    for part in node.parts:
        found.extend(names(part, kind))
    return list(dict.fromkeys(n for n in found if kind == "name" or n not in BUILTIN))


def constants(node: Node) -> list[float]:
    """Return the numbers of an expression."""
    own = [node.value] if node.kind == "number" else []
    return [*own, *(value for part in node.parts for value in constants(part))]


def evaluate(node: Node, values: Mapping[str, float]) -> float:
    """Value at a point; NaN where it has none. An unknown function is a fixed smooth one."""
    try:
        return _value(node, values)
    except (ValueError, OverflowError, ZeroDivisionError):
        return math.nan


def _value(node: Node, values: Mapping[str, float]) -> float:
    if node.kind == "number":
        return node.value
    if node.kind == "name":
        return values[node.name]
    parts = [_value(part, values) for part in node.parts]
    if node.kind == "call":
        return _call(node.name, parts[0])
    result = _OPERATIONS[node.kind](parts[0], parts[1])
    return result if isinstance(result, float) else math.nan


def _call(name: str, at: float) -> float:
    known = BUILTIN.get(name)
    if known is not None:
        return float(known(at))
    return at if name in BUILTIN else math.sin(1.3 * at) + 0.3 * at**3 + math.exp(0.4 * at)


_OPERATIONS: dict[str, Callable[[float, float], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
    "max": max,
    "min": min,
}
