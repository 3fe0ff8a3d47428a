"""Definitions of a module in another order, where the order means nothing."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

Rank = Callable[[str], int]
"""Dotted name of a definition -> its place among those that may stand anywhere."""
_Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_FIRST = ("__new__", "__init__", "__post_init__")


@dataclass(frozen=True)
class _Block:
    """A definition with its decorators and the comments right above it."""

    name: str
    node: _Defined
    start: int
    """First line, from 0."""
    end: int
    """Line behind the last."""


def reorder(text: str, rank: Rank) -> str:
    """Reorder functions and classes, and the methods of each class; `__init__` stays in front."""
    tree = ast.parse(text)
    late = any(
        isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body
    )
    lines = text.splitlines(keepends=True)
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            _shuffle(lines, node.body, partial(_inside, rank, node.name), late)
    _shuffle(lines, tree.body, rank, late)
    return "".join(lines)


def _inside(rank: Rank, of: str, name: str) -> int:
    return rank(f"{of}.{name}")


def _shuffle(lines: list[str], body: Sequence[ast.stmt], rank: Rank, late: bool) -> None:
    """Put each run of neighbouring definitions into the order of their ranks."""
    names = [node.name for node in body if isinstance(node, _Defined)]
    if len(set(names)) < len(names):
        return  # one replaces the other: their order is the program's
    for are_defined, run in groupby(body, lambda node: isinstance(node, _Defined)):
        if are_defined:
            blocks = [_block(node, lines) for node in run if isinstance(node, _Defined)]
            _rewrite(lines, blocks, _sorted(blocks, rank, late))


def _block(node: _Defined, lines: Sequence[str]) -> _Block:
    start = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
    while start and lines[start - 1].lstrip().startswith("#"):
        start -= 1
    return _Block(node.name, node, start, node.end_lineno or node.lineno)


def _sorted(blocks: Sequence[_Block], rank: Rank, late: bool) -> list[_Block]:
    """Order by rank; what is needed while the module is imported comes before who needs it."""
    known = {block.name: block for block in blocks}
    needs = {block.name: _needed(block.node, known, late) for block in blocks}
    waiting, done = list(blocks), list[_Block]()
    while waiting:
        placed = {block.name for block in done}
        free = [block for block in waiting if needs[block.name] <= placed]
        if not free:
            return list(blocks)
        first = min(free, key=lambda block: _place(block.name, rank))
        done.append(first)
        waiting.remove(first)
    return done


def _place(name: str, rank: Rank) -> tuple[int, int]:
    return (_FIRST.index(name), 0) if name in _FIRST else (len(_FIRST), rank(name))


def _needed(node: _Defined, known: dict[str, _Block], late: bool) -> set[str]:
    """Return the definitions that have to stand before this one, with all that those name."""
    found: set[str] = set()
    looked = _names_at_import(node, late) & known.keys()
    while looked:
        name = looked.pop()
        if name not in found:
            found.add(name)
            looked |= _names(known[name].node) & known.keys()
    return found - {node.name}


def _names_at_import(node: _Defined, late: bool) -> set[str]:
    """Return the names that are looked up while a definition is carried out."""
    found = {name for one in node.decorator_list for name in _names(one)}
    if isinstance(node, ast.ClassDef):
        for one in (*node.bases, *node.keywords):
            found |= _names(one)
        for inner in node.body:
            found |= _names_at_import(inner, late) if isinstance(inner, _Defined) else _names(inner)
        return found
    for default in (*node.args.defaults, *node.args.kw_defaults):
        found |= set() if default is None else _names(default)
    if not late:
        for arg in ast.walk(node.args):
            found |= (
                _names(arg.annotation) if isinstance(arg, ast.arg) and arg.annotation else set()
            )
        found |= _names(node.returns) if node.returns else set()
    return found


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def _rewrite(lines: list[str], old: Sequence[_Block], new: Sequence[_Block]) -> None:
    """Put the blocks into their new places; what stands between them stays where it is."""
    texts = {block.name: lines[block.start : block.end] for block in old}
    made: list[str] = []
    for place, (here, there) in enumerate(zip(old, new, strict=True)):
        made += texts[there.name]
        if place + 1 < len(old):
            made += lines[here.end : old[place + 1].start]
    lines[old[0].start : old[-1].end] = made
