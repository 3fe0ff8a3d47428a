"""Small wrong changes of a reference, to see whether the hidden checks notice them."""

import ast
import copy
from dataclasses import dataclass

MOST = 60
"""Mutants of one exercise, spread evenly over the text."""
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


@dataclass(frozen=True)
class Mutant:
    line: int
    """1-based, in the reference."""
    what: str
    """The line as the mutant has it."""
    source: str


def mutants(source: str, most: int = MOST) -> tuple[Mutant, ...]:
    """Return different wrong versions of `source`, each by one change."""
    tree = ast.parse(source)
    places = [
        (number, change)
        for number, node in enumerate(ast.walk(tree))
        for change in range(2)
        if _change(_shallow(node), change)
    ]
    every = max(1, -(-len(places) // most))
    plain = ast.unparse(tree)
    found: dict[str, Mutant] = {}
    for number, change in places[::every]:
        made = _mutated(tree, number, change)
        if made.source != plain:
            found.setdefault(made.source, made)
    return tuple(found.values())


def _shallow(node: ast.AST) -> ast.AST:
    """Copy a node and its lists, so that trying a change leaves the tree alone."""
    twin = copy.copy(node)
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            setattr(twin, name, [*value])
    return twin


def _mutated(tree: ast.Module, number: int, change: int) -> Mutant:
    twin = copy.deepcopy(tree)
    node = next(node for place, node in enumerate(ast.walk(twin)) if place == number)
    _change(node, change)
    what = ast.unparse(node).partition("\n")[0]
    return Mutant(getattr(node, "lineno", 0), what, ast.unparse(twin) + "\n")


def _change(node: ast.AST, change: int) -> bool:
    """Change a node in place; tell whether that kind of node has such a change."""
    match node, change:
        case ast.Compare(), 0 if type(node.ops[0]) in _COMPARISONS:
            node.ops[0] = _COMPARISONS[type(node.ops[0])]()
        case ((ast.BinOp() | ast.AugAssign()), 0) if type(node.op) in _OPERATORS:
            node.op = _OPERATORS[type(node.op)]()
        case ast.BoolOp(), 0:
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp(op=ast.Not()), 0:
            node.op = ast.UAdd()
            node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
        case ast.Constant(value=bool()), 0:
            node.value = not node.value
        case ast.Constant(value=int() | float() as number), _:
            node.value = number + (1 if change == 0 else -1)
        case ((ast.If() | ast.While()), 0):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Return(value=ast.expr()), 1:
            node.value = ast.Constant(None)
        case _:
            return False
    return True
