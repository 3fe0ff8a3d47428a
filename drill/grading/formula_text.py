"""Where an answer writes or says a formula: runs of lexemes that could be maths."""

from __future__ import annotations

import re
from dataclasses import dataclass

from drill.grading.maths import BUILTIN, CHOICES, STEP
from drill.grading.wordset import words

_SHORTEST = 3
"""Lexemes of the shortest formula."""
_GLUED = 4
"""Letters of the longest product typed as one word: `2xε`."""
_LEX = re.compile(
    r"_\{[^{}\s]{1,12}\}|_[^\W_]{1,12}"
    r"|\d+(?:[.,]\d+)?(?:e[+-]?\d+)?|\.\d+|[^\W\d_]+|\*\*|[-+*/^()\[\]{}=,;]|\S"
)
_GOES_ON = re.compile(
    r"[\s,]{0,20}(?:(?:and|then|now|but|so|with|we|you|i|by|of|a|an|it|that|this|the|all|whole|thing"
    r"|everything|result|difference|finally|both|together)[\s,]{1,20}){0,4}"
    r"(?:[-+*/^)\]}]|\\|minus|plus|times|over|divid|subtract|squared|cubed|half|twice)"
)
"""What follows a comma within a spoken formula: `f of x plus h minus f of x, all over h`."""
_METHOD = re.compile(r"\.([a-z]{2,6})\(\)")
"""A method without arguments: `.log()`."""
_FONT = re.compile(r"\\(?:math(?:bf|cal|rm|bb|it)|boldsymbol|bm|vec|hat|tilde)\{([^{}]{1,8})\}")
"""A symbol set in another type."""
_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")
_BULLET = re.compile(r"(?m)^[ ]{0,40}(?:[-*]|\d{1,2}[.)])[ ]")
_SILENT = dict.fromkeys(
    sorted(
        words("by all the whole thing that this it result left right everything")
        | words("big bigl bigr bigg biggl biggr displaystyle")
    ),
    "",
)
_STEPS = dict.fromkeys(sorted(words("epsilon eps ε delta δ h e")), STEP)
_SAID = {
    **_SILENT, **_STEPS, "plus": "+", "minus": "-", "times": "*", "cdot": "*", "over": "//",
    "divided": "//", "divide": "//", "squared": "^2", "cubed": "^3", "of": "@", "at": "@",
    "frac": "\\frac", "dfrac": "\\frac", "tfrac": "\\frac", "one": "1", "two": "2", "three": "3",
    "twice": "2", "maximum": "max", "minimum": "min", "half": "half",
}  # fmt: skip
_WORD = re.compile(
    r"^[^\W\d_]$|^(?:dx|dh|dw|xi|pi|qi|ei|ai|theta|alpha|beta|sigma|mu|phi|loss|actual|expected)$"
    r"|^(?:grad|prob|params?|weights?)$"
)
_CALLED = frozenset({"cost", "func", "fn", "objective"})
"""Names of functions where a bracket follows, else words."""
_DIFFERENCE = frozenset({"difference", "diff"})
_UP = frozenset({"plus", "up", "forward", "right", "pos", "p", "+"})
_DOWN = frozenset({"minus", "down", "backward", "left", "neg", "m", "-"})
"""Subscripts of a function's value a step to either side: `loss_plus`."""
_NEIGHBOUR = re.compile(r"[a-z]([+-])1$")
"""Subscript of the next or the last point of a grid: `x_{i+1}`."""
_VALUES = frozenset({"f", "g", "l", "j", "y", "u", "loss"})
"""Names of a function's value."""
_AXES = frozenset({"i", "j", "k"})
"""Subscripts of a unit vector: `e_i`."""


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    start: int
    end: int
    calls: str = ""
    """Name of what may be a function, for a bracket follows."""


def _plain(found: re.Match[str]) -> str:
    """Return the symbol where it stood, with blanks for the rest."""
    width = found.end() - found.start()
    return (" " * (found.start(1) - found.start()) + found[1]).ljust(width)


class _Lexer:
    def __init__(self, folded: str) -> None:
        self.raw = folded
        self.folded = _FONT.sub(_plain, folded)
        self.runs: list[list[Piece]] = [[]]
        self.between = ""
        """`difference` was said, and what stands between its two parts is still to come."""

    def run(self) -> list[list[Piece]]:
        spaced = _BULLET.sub(lambda found: " " * len(found[0]), self.folded)
        behind = 0
        for found in _LEX.finditer(spaced):
            form = found[0]
            if found.start() < behind:
                continue
            if form == "." and (method := _METHOD.match(spaced, found.start())):
                behind = method.end() if self.method(method[1], method.start(1)) else 0
            elif form.isalpha():
                self.word(form, found.start(), found.end())
            elif form[0] == "_":
                self.subscript(form.strip("_{}"), found.start(), found.end())
            else:
                self.mark(form, found.start(), found.end())
        return [run for run in self.runs if len(run) >= _SHORTEST]

    def add(self, text: str, start: int, end: int, calls: str = "") -> None:
        self.runs[-1].append(Piece(text, start, end, calls))

    def cut(self) -> None:
        if self.runs[-1]:
            self.runs.append([])

    def method(self, name: str, start: int) -> bool:
        """Read `(p + eps).log()` as log(p + eps)."""
        run, depth = self.runs[-1], 0
        for at in range(len(run) - 1, -1, -1):
            depth += (run[at].text in _CLOSES) - (run[at].text in _OPENS)
            if depth == 0:
                single = at == len(run) - 1 and not run[at].text.isalnum()
                if name in BUILTIN and not single:
                    run[at:at] = [Piece(name, start, start + len(name)), Piece("(", start, start)]
                    self.add(")", start, start + len(name))
                    return True
                return False
        return False

    def word(self, form: str, start: int, end: int) -> None:
        if form in _DIFFERENCE:
            self.between = "difference"
            return
        if self.between and form in {"between", "of"} and not self.runs[-1]:
            return
        if self.between and form == "and":
            self.between = ""
            self.add("-", start, end)
            return
        said = _SAID.get(form)
        if said == "":
            return
        called = self.folded[end : end + 2].lstrip(" ")[:1] == "(" and self.near(end)
        lone = form in {"a", "i", "e"} and not (called or self.beside_operator(start, end))
        known = said is not None or _WORD.match(form) or form in BUILTIN
        if not lone and (known or (called and form in _CALLED)):
            may_call = called and form not in BUILTIN and (said is None or said == STEP)
            self.add(form if said is None else said, start, end, form if may_call else "")
        elif len(form) <= _GLUED and form.strip("εδ") != form:
            for at, char in enumerate(form, start):
                self.add(_SAID.get(char, char), at, at + 1)
        else:
            self.cut()

    def near(self, end: int) -> bool:
        """Tell whether a bracket stands right behind, or behind what set the type."""
        return self.folded[end] == "(" or self.raw[end] == "}"

    def subscript(self, form: str, start: int, end: int) -> None:
        """Read `x_i` as x, `h e_i` as h, `loss_plus` as the loss a step ahead."""
        run = self.runs[-1]
        start -= self.raw[start - 1] == "}" != self.folded[start - 1]
        if not run or run[-1].end != start or not run[-1].text[-1].isalpha():
            if run and run[-1].text == STEP and run[-1].end == start:
                self.axis(form)
            return
        sign = "+" if form in _UP else "-" if form in _DOWN else ""
        beside = _NEIGHBOUR.match(form)
        if beside and run[-1].text not in _VALUES:
            self.add(beside[1], start, end)
            self.add(STEP, start, end)
        elif sign or beside:
            for text in ("(", "x", sign or form[1], STEP, ")"):
                self.add(text, start, end)

    def axis(self, form: str) -> None:
        """Drop the unit vector of `h * e_i`, which only names the direction of the step."""
        run = self.runs[-1]
        unit = self.folded[run[-1].start : run[-1].end] == "e" and form[:1] in _AXES
        stepped = [piece.text for piece in run[-3:-1]]
        if unit and stepped[-1:] in (["*"], [STEP]):
            del run[-2 if stepped[-1] == "*" else -1 :]

    def mark(self, form: str, start: int, end: int) -> None:
        if form == "," and self.inside_choice():
            self.add(form, start, end)
        elif form in {"=", ";", "~"} or (form == "," and self.ends_here(end)):
            self.between = ""
            self.cut()
        elif form in "\\$,`'\"":
            return
        elif form[0].isdigit() or form in "+-*/^()[]{}**" or (form[0] == "." and form != "."):
            self.add(form, start, end)
        else:
            self.between = ""
            self.cut()

    def beside_operator(self, start: int, end: int) -> bool:
        before = self.folded[max(0, start - 40) : start].rstrip()[-1:]
        after = self.folded[end : end + 40].lstrip()[:1]
        return (before in set("+-*/^([0123456789") and before != "") or (
            after in set("+-*/^)]_") and after != ""
        )

    def ends_here(self, end: int) -> bool:
        """Tell whether a comma ends the formula: outside its brackets, and no operator goes on."""
        run = self.runs[-1]
        if len(run) == 1:
            return True
        open_ = sum((p.text in _OPENS) - (p.text in _CLOSES) for p in run)
        return open_ <= 0 and _GOES_ON.match(self.folded, end) is None

    def inside_choice(self) -> bool:
        """Tell whether the run is at an argument of max or min, where a comma parts two."""
        run = self.runs[-1]
        depth = 0
        for at in range(len(run) - 1, 0, -1):
            depth += (run[at].text == ")") - (run[at].text == "(")
            if depth < 0:
                return run[at - 1].text in CHOICES
        return False


def lex(folded: str) -> list[list[Piece]]:
    """Return runs of lexemes that could be maths; other words cut them."""
    return _Lexer(folded).run()
