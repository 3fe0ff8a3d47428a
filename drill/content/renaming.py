"""Identifiers of a module called otherwise: every place or none, proved on the syntax tree."""

import ast
import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import TypeVar

from drill.content.fstrings import fields

Function = ast.FunctionDef | ast.AsyncFunctionDef
_Node = TypeVar("_Node", bound=ast.AST)


class RenameError(ValueError):
    """The new text would not be the same program."""


@dataclass(frozen=True)
class Word:
    """A place in a text that holds an identifier."""

    start: int
    name: str
    role: str
    """`name`, `attribute` (after a dot), or `keyword` (of a call)."""
    callee: str = ""
    """Name of what is called, for a keyword."""


def rename(text: str, names: Mapping[str, str]) -> str:
    """Call identifiers otherwise, also in comments and docstrings; `RenameError` if it cannot."""
    tree, found = ast.parse(text), words(text)
    here = {word.name for word in found}
    taken = {word.name for word in found if word.role == "name"}
    names = {old: new for old, new in names.items() if old != new and old in here}
    rules = {old: _Rule.of(tree, old) for old in names}
    for old, new in names.items():
        clash = new in (here if rules[old].attribute else taken) or not is_free(new)
        if why := _refusal(tree, old) or (f"{new!r} is taken" if clash else ""):
            raise RenameError(why)
    places = [
        (word.start, word.start + len(word.name), names[word.name])
        for word in found
        if word.name in names and rules[word.name].covers(word)
    ]
    renamed = text
    for start, end, new in sorted([*places, *_in_prose(text, names)], reverse=True):
        renamed = renamed[:start] + new + renamed[end:]
    _prove(tree, renamed, names, rules)
    return renamed


def _refusal(tree: ast.Module, name: str) -> str:
    """Say why a name is the business of others; empty for one of the module's own."""
    private = name.startswith("_") and not name.startswith("__")
    for one in ast.walk(tree):
        match one:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if name in parameters(one):
                if _is_public(tree, one):
                    return f"{name!r} is a parameter of {one.name}()"
            case ast.alias() if name == (one.asname or one.name).partition(".")[0]:
                return f"{name!r} is imported"
            case ast.ClassDef() if name in _bound_in(one.body) and not private:
                return f"{name!r} belongs to {one.name}, others can read it"
            case _:
                pass
    if name in _bound_in(tree.body) and not private:
        return f"{name!r} is a name of the module, others can import it"
    bound = name in _bound(tree) or (private and is_private_attribute(tree, name))
    return "" if bound and name not in {"self", "cls"} else f"{name!r} is bound nowhere"


def _bound(tree: ast.Module) -> frozenset[str]:
    """Return the names that a module binds anywhere."""
    found: set[str] = set()
    for one in ast.walk(tree):
        match one:
            case ast.Name(ctx=ast.Store(), id=name):
                found.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found |= parameters(one) | {one.name}
            case ast.Lambda():
                found |= parameters(one)
            case ast.ClassDef(name=name) | ast.ExceptHandler(name=str(name)):
                found.add(name)
            case _:
                pass
    return frozenset(found)


def _is_public(tree: ast.Module, function: Function) -> bool:
    """Whether others can call it: a function of the module or of a class, without underscore."""
    outer = [tree.body, *(node.body for node in _classes(tree))]
    private = function.name.startswith("_") and not function.name.startswith("__")
    return not private and any(function in body for body in outer)


def in_backticks(prose: str, names: Mapping[str, str]) -> str:
    """Call identifiers otherwise where a text quotes code."""
    return re.sub(r"`[^`\n]+`", lambda quoted: _swap(quoted[0], names), prose)


def in_code_words(prose: str, names: Mapping[str, str]) -> str:
    """Call otherwise what is no English word: names with an underscore or a digit."""
    return _swap(prose, {old: new for old, new in names.items() if re.search(r"[_\d]", old)})


def _swap(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"[A-Za-z_]\w*", lambda word: names.get(word[0], word[0]), text)


def names_in(text: str, *, attributes: bool) -> frozenset[str]:
    """Return all identifiers of a text, with or without those after a dot and keywords."""
    return frozenset(word.name for word in words(text) if attributes or word.role == "name")


def is_free(name: str) -> bool:
    """Whether a name means nothing yet to Python itself."""
    reserved = keyword.iskeyword(name) or keyword.issoftkeyword(name)
    return name.isidentifier() and not reserved and not hasattr(builtins, name)


def words(text: str) -> list[Word]:
    """Return the identifiers of a text in order, those inside f-strings too."""
    return list(_words(text, 0))


_SILENT = frozenset(
    {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT}
)


def _words(text: str, offset: int) -> Iterator[Word]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tokens = [
        token
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in _SILENT
    ]
    calls: list[str | None] = []
    """What is called by each open bracket; None for those that call nothing."""
    for place, token in enumerate(tokens):
        at = offset + starts[token.start[0] - 1] + token.start[1]
        before = tokens[place - 1].string if place else ""
        if token.type == tokenize.STRING:
            for start, inner in fields(token.string):
                yield from _words(f"({inner})", at + start - 1)
        elif token.type == tokenize.NAME and not keyword.iskeyword(token.string):
            if before == ".":
                yield Word(at, token.string, "attribute")
            elif calls and calls[-1] is not None and _is_keyword(tokens, place):
                yield Word(at, token.string, "keyword", calls[-1])
            else:
                yield Word(at, token.string, "name")
        elif token.string in {"(", "[", "{"}:
            calls.append(_called(tokens, place) if token.string == "(" else None)
        elif token.string in {")", "]", "}"} and calls:
            calls.pop()


def _is_keyword(tokens: list[tokenize.TokenInfo], place: int) -> bool:
    set_ = place + 1 < len(tokens) and tokens[place + 1].string == "="
    return set_ and tokens[place - 1].string in {"(", ","}


def _called(tokens: list[tokenize.TokenInfo], place: int) -> str | None:
    """Return the name before an opening bracket; None where nothing is called there."""
    if not place:
        return None
    before = tokens[place - 1]
    if before.type == tokenize.NAME and not keyword.iskeyword(before.string):
        defined = place > 1 and tokens[place - 2].string == "def"
        return None if defined else before.string
    return "" if before.string in {")", "]"} else None


@dataclass(frozen=True)
class _Rule:
    """Which places of an identifier are the same thing."""

    attribute: bool
    """It is private to the module and stands after dots too."""
    owners: frozenset[str]
    """Functions of the module that have it as a parameter."""

    @classmethod
    def of(cls, tree: ast.Module, name: str) -> "_Rule":
        owners = (one.name for one in functions(tree) if name in parameters(one))
        return cls(is_private_attribute(tree, name), frozenset(owners))

    def covers(self, word: Word) -> bool:
        if word.role == "attribute":
            return self.attribute
        return word.role == "name" or word.callee in self.owners


def is_private_attribute(tree: ast.Module, name: str) -> bool:
    """Whether a name with an underscore in front is an attribute or a method."""
    if not name.startswith("_"):
        return False
    used = any(isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(tree))
    return used or any(name in _bound_in(node.body) for node in _classes(tree))


def functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def _classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def _bound_in(body: list[ast.stmt]) -> frozenset[str]:
    """Return what a class body binds: methods and attributes."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, Function | ast.ClassDef):
            found.add(node.name)
        else:
            stored = (one for one in ast.walk(node) if isinstance(one, ast.Name))
            found |= {one.id for one in stored if isinstance(one.ctx, ast.Store)}
    return frozenset(found)


def parameters(function: Function | ast.Lambda) -> frozenset[str]:
    args = function.args
    named = (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)
    return frozenset(arg.arg for arg in named if arg is not None)


def _in_prose(text: str, names: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Find identifiers in comments and docstrings: in backticks, or no English words."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        prose = token.type == tokenize.COMMENT or (
            token.type == tokenize.STRING
            and before in {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
        )
        if token.type not in {tokenize.NL, tokenize.COMMENT}:
            before = token.type
        if not prose:
            continue
        at = starts[token.start[0] - 1] + token.start[1]
        quoted = [span.span() for span in re.finditer(r"`[^`\n]+`", token.string)]
        for word in re.finditer(r"[A-Za-z_]\w*", token.string):
            old = word[0]
            inside = any(start < word.start() < end for start, end in quoted)
            if old in names and (inside or re.search(r"[_\d]", old)):
                yield at + word.start(), at + word.end(), names[old]


def _prove(
    tree: ast.Module, renamed: str, names: Mapping[str, str], rules: Mapping[str, _Rule]
) -> None:
    """Rename on the tree as well and compare: no place was left out, none was too many."""
    wanted = _Renamer(names, rules).visit(deepcopy(tree))
    try:
        got = ast.parse(renamed)
    except SyntaxError as error:
        raise RenameError(f"the renamed text is no Python: {error.msg}") from error
    if ast.dump(_bare(got)) != ast.dump(_bare(wanted)):
        raise RenameError(f"{', '.join(sorted(names))}: not every place could be renamed")


class _Renamer(ast.NodeTransformer):
    """The same renaming, on nodes."""

    def __init__(self, names: Mapping[str, str], rules: Mapping[str, _Rule]) -> None:
        self._names = names
        self._rules = rules

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("id", "arg", "name", "asname", "rest"):
            old = getattr(node, field, None)
            is_import = isinstance(node, ast.alias) and field == "name" and node.asname is not None
            if isinstance(old, str) and old in self._names and not is_import:
                setattr(node, field, self._names[old])
        if isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [self._names.get(one, one) for one in node.names]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        super().generic_visit(node)
        if node.attr in self._names and self._rules[node.attr].attribute:
            node.attr = self._names[node.attr]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        kept = [(one, one.arg) for one in node.keywords if not self._is_ours(node, one.arg)]
        super().generic_visit(node)
        for one, name in kept:
            one.arg = name
        return node

    def _is_ours(self, call: ast.Call, name: str | None) -> bool:
        callee = getattr(call.func, "id", getattr(call.func, "attr", ""))
        return name is not None and name in self._rules and callee in self._rules[name].owners


def _bare(tree: _Node) -> _Node:
    """Take the docstrings out: their words are no program."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            value = body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                value.value = ""
    return tree
