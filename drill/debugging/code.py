"""What a text of code shows of how its author works: probes, residue, the public API, size."""

import ast
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

DEBUGGERS = frozenset({"breakpoint", "set_trace", "pdb", "ipdb", "pudb", "post_mortem"})
PRINTERS = frozenset({"print", "pprint", "pp"})
MUCH = 1_000_000
"""A number counts no more than this towards the size of an input."""
SMALLER = 0.75
"""Share of the example's size under which an input counts as smaller."""


def parsed(text: str) -> ast.Module | None:
    """Return the tree, or None for a text that is no Python (yet)."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def has_probe(original: str, text: str) -> bool:
    """Whether prints, asserts or a debugger were put into the code."""
    return bool(_signs(text, LOOKS) - _signs(original, LOOKS))


def is_probe_script(text: str) -> bool:
    """Whether a scratch file looks at something."""
    return bool(_signs(text, LOOKS))


def residue(original: str, text: str) -> int:
    """Return how many prints, debuggers and pieces of dead code were left behind."""
    return (_signs(text, LEFT) - _signs(original, LEFT)).total()


_Sign = tuple[str, str]
"""Kind and what exactly: two signs alike are told apart by their count alone."""
LOOKS = frozenset({"call", "assert"})
"""Signs of somebody who looks at what happens."""
LEFT = frozenset({"call", "import", "never", "unreachable", "comment", "unused"})
"""Signs that have no place in a fix; an assert may be part of one."""


def _signs(text: str, kinds: frozenset[str]) -> Counter[_Sign]:
    """Count the signs of these kinds; none in a text that is no Python."""
    tree = parsed(text)
    if tree is None:
        return Counter()
    return Counter(sign for sign in _all_signs(tree, text) if sign[0] in kinds)


def _all_signs(tree: ast.Module, text: str) -> Iterator[_Sign]:
    for node in ast.walk(tree):
        name = _called(node)
        if name in PRINTERS or name in DEBUGGERS:
            yield "call", name
        elif isinstance(node, ast.Assert):
            yield "assert", ""
        elif isinstance(node, ast.Import) and DEBUGGERS & {alias.name for alias in node.names}:
            yield "import", ""
        elif isinstance(node, ast.If | ast.While) and _is_never(node.test):
            yield "never", ""
        for _ in _unreachable(node):
            yield "unreachable", ""
    for line in text.splitlines():
        if _is_code_comment(line):
            yield "comment", line.strip()
    for _ in _unused(tree):
        yield "unused", ""


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    match node.func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name, value=ast.Name(id=owner)) if owner in DEBUGGERS | PRINTERS:
            return name if name in DEBUGGERS | PRINTERS else owner
        case _:
            return ""


def _is_never(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and not test.value


def _unreachable(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the first statement after one that leaves its block."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            for one, after in pairwise(block):
                if isinstance(one, ast.Return | ast.Raise | ast.Break | ast.Continue):
                    yield after
                    break


def _is_code_comment(line: str) -> bool:
    """Whether a comment holds a statement that was commented out, rather than words."""
    text = line.strip()
    if not text.startswith("#"):
        return False
    tree = parsed(text.lstrip("# "))
    if tree is None or not tree.body:
        return False
    match tree.body[0]:
        case ast.Expr(value=ast.Call()) | ast.Return(value=ast.expr()):
            return True
        case ast.Assign() | ast.AugAssign() | ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case _:
            return False


def _unused(tree: ast.Module) -> frozenset[str]:
    """Return private top-level functions and classes that nothing names."""
    defined = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and node.name.startswith("_")
    }
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    named |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return frozenset(defined - named)


def api_changed(broken: str, fixed: str, text: str) -> bool:
    """Whether a public name is gone or is called differently.

    The API is what the broken code and the reference have in common; a new optional parameter
    changes nothing for those who call it.
    """
    trees = [parsed(one) for one in (broken, fixed, text)]
    if trees[2] is None:
        return False
    before, reference, now = ({} if tree is None else _api(tree) for tree in trees)
    bound = _bound(trees[2])
    return any(
        not _takes(now[name], wanted) if name in now else name.partition(".")[0] not in bound
        for name, wanted in before.items()
        if reference.get(name) == wanted and (name in now or not name.endswith(".__init__"))
    )


def _bound(tree: ast.Module) -> frozenset[str]:
    """Return the names bound by assignment or import (how they are called is open)."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case ast.Assign(targets=targets):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found |= {alias.asname or alias.name for alias in names}
            case _:
                pass
    return frozenset(found)


_Params = tuple[tuple[str, bool], ...]
"""Name and whether it must be given, in order."""


def _api(tree: ast.Module) -> dict[str, _Params]:
    found: dict[str, _Params] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not node.name.startswith("_"):
                found[node.name] = _params(node.args)
            case ast.ClassDef() if not node.name.startswith("_"):
                found[node.name] = ()
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and (
                        not inner.name.startswith("_") or inner.name == "__init__"
                    ):
                        found[f"{node.name}.{inner.name}"] = _params(inner.args)
            case _:
                pass
    return found


def _params(args: ast.arguments) -> _Params:
    plain = [*args.posonlyargs, *args.args]
    given = len(plain) - len(args.defaults)
    found = [(arg.arg, place < given) for place, arg in enumerate(plain)]
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        found.append((f"{arg.arg}=", default is None))
    return tuple(found)


def _takes(now: _Params, wanted: _Params) -> bool:
    names = [name for name, _ in now]
    if names[: len(wanted)] != [name for name, _ in wanted]:
        return False
    return all(
        not must or (place < len(wanted) and wanted[place][1])
        for place, (_, must) in enumerate(now)
    )


def names_of_tests(text: str) -> tuple[str, ...]:
    """Return the names of the test functions of an own test file."""
    tree = parsed(text)
    if tree is None:
        return ()
    return tuple(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    )


def only_test(text: str, name: str) -> str:
    """Return an own test file with one of its test functions alone."""
    tree = parsed(text)
    if tree is None:
        return text
    lines = text.splitlines()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test") and node.name != name:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            for at in range(first - 1, node.end_lineno or node.lineno):
                lines[at] = ""
    return "\n".join(lines) + "\n"


def is_smaller(example: str, script: str) -> bool:
    """Whether a script uses the code with a smaller input than the example does.

    The size of an input is read off the literals: numbers, elements, letters, and calls.
    """
    one, two = parsed(example), parsed(script)
    if one is None or two is None or not _imports_broken(two):
        return False
    return _size(two) < SMALLER * _size(one)


def _imports_broken(tree: ast.Module) -> bool:
    return any(
        (isinstance(node, ast.ImportFrom) and node.module == "broken")
        or (isinstance(node, ast.Import) and any(one.name == "broken" for one in node.names))
        for node in ast.walk(tree)
    )


def _size(tree: ast.Module) -> float:
    size = 0.0
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=bool() | None):
                size += 1
            case ast.Constant(value=int() | float() as number):
                size += min(abs(number), MUCH)
            case ast.Constant(value=str() as text):
                size += len(text)
            case ast.Call() | ast.List() | ast.Tuple() | ast.Dict() | ast.Set():
                size += 1
            case _:
                pass
    return size
