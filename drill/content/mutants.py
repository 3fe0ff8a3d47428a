"""Small wrong changes of a reference, to see whether the hidden checks notice them."""

import ast
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from drill.content.mutations import Slip, expression_slips, statement_slips

_HEADLESS = {
    "dropped condition": "(always)",
    "dropped decorator": "(without its decorator)",
    "dropped else": "(without else)",
    "dropped finally": "(without finally)",
    "unwrapped": "(unwrapped)",
}
"""What is said of a change that no first line shows; of all others that it was dropped."""
_UNTOUCHED: dict[type[ast.AST], tuple[str, ...]] = {
    ast.AnnAssign: ("annotation",),
    ast.ClassDef: ("decorator_list",),
    ast.FunctionDef: ("returns", "decorator_list"),
    ast.Raise: ("exc", "cause"),
    ast.arg: ("annotation",),
}
"""What no contract speaks of: types, and the text of an error."""


@dataclass(frozen=True)
class Mutant:
    operator: str
    """The kind of slip, such as `off by one`."""
    line: int
    """1-based, in the reference."""
    was: str
    """The statement's first line in the reference, as Python prints it."""
    now: str
    """The same line in the mutant; with a number where the same change stands further up."""
    source: str

    @property
    def change(self) -> tuple[str, str]:
        """What names this mutant, wherever its line moves."""
        return self.was, self.now

    def __str__(self) -> str:
        return f"{self.line}: {self.was}  ->  {self.now}"


def mutants(source: str) -> tuple[Mutant, ...]:
    """Return different wrong versions of `source`, each by one change."""
    tree = ast.parse(source)
    found: dict[str, Mutant] = {ast.unparse(tree) + "\n": Mutant("", 0, "", "", "")}
    named: Counter[tuple[str, str]] = Counter()
    for made in _bodies(tree, tree):
        if made.source not in found and _compiles(made.source):
            named[made.change] += 1
            nth = named[made.change]
            now = made.now if nth == 1 else f"{made.now} ({nth})"
            found[made.source] = replace(made, now=now)
    return tuple(found.values())[1:]


def _compiles(source: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(source, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def _bodies(tree: ast.Module, node: ast.AST) -> Iterator[Mutant]:
    """Mutants of every statement below `node`, in the order they stand."""
    for field in ("body", "handlers", "orelse", "finalbody"):
        statements = getattr(node, field, None)
        if not isinstance(statements, list):
            continue
        for place, one in enumerate([*statements]):
            was = _head(one)
            for operator, other in statement_slips(one):
                instead = other if isinstance(other, list) else [other]
                statements[place : place + 1] = instead
                now = _head(instead[0])
                if now == was or isinstance(other, list):
                    now = _HEADLESS.get(operator, "(dropped)")
                yield Mutant(operator, one.lineno, was, now, ast.unparse(tree) + "\n")
                statements[place : place + len(instead)] = [one]
            yield from _expressions(tree, one, one, was)
            yield from _bodies(tree, one)


def _expressions(tree: ast.Module, statement: ast.AST, node: ast.AST, was: str) -> Iterator[Mutant]:
    """Mutants of the expressions of one statement, not of the statements in it."""
    for field, value in ast.iter_fields(node):
        if field in _UNTOUCHED.get(type(node), ()):
            continue
        values = value if isinstance(value, list) else [value]
        for place, child in enumerate(values):
            if not isinstance(child, ast.AST) or isinstance(child, ast.stmt | ast.excepthandler):
                continue
            if isinstance(child, ast.keyword) and child.arg == "strict":
                continue  # zip's own assertion
            if isinstance(child, ast.JoinedStr) or _is_text(statement, child):
                continue
            for operator, other in _slips(node, child):
                _put(node, field, place, value, other)
                line = getattr(child, "lineno", getattr(statement, "lineno", 0))
                text = ast.unparse(tree) + "\n"
                yield Mutant(operator, line, was, _head(statement), text)
                _put(node, field, place, value, child)
            yield from _expressions(tree, statement, child, was)


def _slips(parent: ast.AST, child: ast.AST) -> Iterator[Slip]:
    for operator, other in expression_slips(child):
        dropped = operator in {"dropped call", "dropped argument"} and isinstance(parent, ast.Expr)
        if not (dropped and operator == "dropped call"):  # the statement was dropped as a whole
            yield operator, other


def _put(node: ast.AST, field: str, place: int, value: object, new: object) -> None:
    if isinstance(value, list):
        value[place] = new
    else:
        setattr(node, field, new)


def _is_text(statement: ast.AST, child: ast.AST) -> bool:
    """Whether this is a docstring."""
    return (
        isinstance(statement, ast.Expr)
        and statement.value is child
        and isinstance(child, ast.Constant)
    )


def _head(node: ast.AST) -> str:
    """Return the first line of a statement; of a function that with its name."""
    lines = ast.unparse(node).splitlines() or [""]
    return next((line for line in lines if not line.startswith("@")), lines[0])
