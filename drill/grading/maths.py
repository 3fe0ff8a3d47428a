"""A small language of formulas: parsed to a tree, evaluated, never executed."""

from __future__ import annotations

import math
import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from drill.grading.wordset import words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_LEXEMES = 160
DEPTH = 24
_SHORTEST = 3
"""Lexemes of the shortest formula."""
_GLUED = 4
"""Letters of the longest product typed as one word: `2xε`."""

_BUILTIN = {
    "ln": math.log, "log": math.log, "exp": math.exp, "sqrt": math.sqrt, "abs": abs,
    "sin": math.sin, "cos": math.cos, "tanh": math.tanh, "max": None, "min": None, "sum": None,
}  # fmt: skip
_CHOICES = frozenset({"max", "min"})
_LEX = re.compile(r"\d+(?:[.,]\d+)?(?:e[+-]?\d+)?|\.\d+|[^\W\d_]+|\*\*|[-+*/^()\[\]{}=,;]|\S")
_BULLET = re.compile(r"(?m)^[ ]{0,40}(?:[-*]|\d{1,2}[.)])[ ]")
_SILENT = dict.fromkeys(sorted(words("by all the whole thing result left right everything")), "")
_STEP = dict.fromkeys(sorted(words("epsilon eps ε delta δ h e")), "h_")
_SAID = {
    **_SILENT, **_STEP, "plus": "+", "minus": "-", "times": "*", "cdot": "*", "over": "//",
    "divided": "//", "divide": "//", "squared": "^2", "cubed": "^3", "of": "@", "at": "@",
    "frac": "\\frac", "dfrac": "\\frac", "tfrac": "\\frac", "one": "1", "two": "2", "three": "3",
    "twice": "2", "maximum": "max", "minimum": "min",
}  # fmt: skip
_WORD = re.compile(
    r"^[^\W\d_]$|^(?:dx|dh|dw|xi|pi|qi|ei|ai|theta|alpha|beta|sigma|mu|phi|loss|actual|expected)$"
    r"|^(?:grad|prob)$"
)


class NotAFormulaError(ValueError):
    """The words do not form an expression."""


@dataclass(frozen=True, slots=True)
class Node:
    """An operation over its parts; leaves are numbers and names."""

    kind: str
    value: float = 0.0
    name: str = ""
    parts: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    start: int
    end: int


def lex(folded: str) -> list[list[Piece]]:
    """Return runs of lexemes that could be maths; other words cut them."""
    runs: list[list[Piece]] = [[]]
    folded = _BULLET.sub(lambda found: " " * len(found[0]), folded)
    for found in _LEX.finditer(folded):
        form = found[0]
        if form.isalpha():
            said = _SAID.get(form)
            if said == "":
                continue
            lone = form in {"a", "i", "e"} and not _beside_operator(
                folded, found.start(), found.end()
            )
            if lone or (said is None and not (_WORD.match(form) or form in _BUILTIN)):
                if _glued(form):
                    runs[-1].extend(_split(form, found.start()))
                    continue
                runs.append([])
                continue
            form = said if said is not None else form
        elif form == "," and _inside_choice(runs[-1]):
            pass
        elif form in {"=", ";", "~"}:
            runs.append([])
            continue
        elif form in "\\$,`'\"":
            continue
        elif not (
            form[0].isdigit()
            or (form[0] == "." and form != ".")
            or form in "+-*/^()[]{}"
            or form == "**"
        ):
            runs.append([])
            continue
        runs[-1].append(Piece(form, found.start(), found.end()))
    return [run for run in runs if len(run) >= _SHORTEST]


def _glued(form: str) -> bool:
    return len(form) <= _GLUED and form.endswith(("ε", "δ"))


def _beside_operator(folded: str, start: int, end: int) -> bool:
    before, after = (
        folded[max(0, start - 40) : start].rstrip()[-1:],
        folded[end : end + 40].lstrip()[:1],
    )
    return (before in set("+-*/^([0123456789") and before != "") or (
        after in set("+-*/^)]") and after != ""
    )


def _inside_choice(run: list[Piece]) -> bool:
    """Tell whether the run is at an argument of max or min, where a comma parts two."""
    depth = 0
    for at in range(len(run) - 1, 0, -1):
        depth += (run[at].text == ")") - (run[at].text == "(")
        if depth < 0:
            return run[at - 1].text in _CHOICES
    return False


def _split(form: str, start: int) -> list[Piece]:
    return [Piece(_SAID.get(c, c), start + i, start + i + 1) for i, c in enumerate(form)]


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
        node = self.total()
        while self.peek() == "//":
            self.take()
            if self.peek() == "//":
                continue
            node = Node("/", parts=(node, self.total()))
        return node

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
        callable_ = name in _BUILTIN or name in {"f", "g", "l", "j", "loss"}
        if self.peek() == "@":
            self.take()
            return Node("call", name=name, parts=(self.spoken_argument(),))
        if name in _CHOICES and self.peek() == "(":
            return self.choice(name)
        if callable_ and self.peek() in {"(", "[", "{"}:
            return Node("call", name=name, parts=(self.factor(),))
        if name in _BUILTIN:
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
            if beyond not in {"@", "("} and (after.isalpha() or after == "h_"):
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
    return list(dict.fromkeys(n for n in found if kind == "name" or n not in _BUILTIN))


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
    known = _BUILTIN.get(name)
    if known is not None:
        return float(known(at))
    return at if name in _BUILTIN else math.sin(1.3 * at) + 0.3 * at**3 + math.exp(0.4 * at)


_OPERATIONS: dict[str, Callable[[float, float], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
    "max": max,
    "min": min,
}
