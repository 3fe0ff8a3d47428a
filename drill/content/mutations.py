"""The slips a mutant is made of: for a node, what a tired hand might have written instead."""

import ast
from collections.abc import Callable, Iterator
from copy import copy
from itertools import pairwise
from typing import Any

Slip = tuple[str, ast.AST | list[ast.stmt]]
"""The operator's name, and what stands there instead; several statements for one unwrapped."""

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
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_UNLIKE_SWAPPED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.MatMult, ast.Pow)
_DTYPES = {
    "float64": ("float32",),
    "float32": ("float64", "float16"),
    "int64": ("int32",),
    "int32": ("int64",),
    "double": ("float",),
    "float": ("double",),
    "long": ("int",),
}
_TWINS = (
    ("min", "max"),
    ("any", "all"),
    ("floor", "ceil"),
    ("sum", "mean"),
    ("zeros", "ones"),
    ("zeros_like", "ones_like"),
    ("argmin", "argmax"),
    ("amin", "amax"),
    ("train", "eval"),
    ("isnan", "isinf"),
    ("left", "right"),
    ("minimum", "maximum"),
)
_NAMES = {a: b for pair in _TWINS for a, b in (pair, pair[::-1])} | {
    "isfinite": "isreal",
    "popleft": "pop",
    "appendleft": "append",
}
_IN_PLACE = (
    *("abs", "add", "addcmul", "clamp", "copy", "cumsum", "div", "exp", "fill", "log", "mul"),
    *("masked_fill", "neg", "pow", "relu", "requires_grad", "round", "scatter_add", "sqrt", "sub"),
)
_NO_PART_OF_IT = frozenset((None, "strict"))
"""Keywords that are not dropped: `**rest`, and zip's own assertion."""
_SYMMETRIC = frozenset(
    ("equal", "gcd", "logaddexp", "max", "maximum", "min", "minimum", "promote_types", "transpose")
)


def expression_slips(node: ast.AST) -> Iterator[Slip]:
    """Slips inside an expression."""
    slips = _EXPRESSIONS.get(type(node))
    return iter(()) if slips is None else slips(node)


def statement_slips(node: ast.stmt | ast.excepthandler) -> Iterator[Slip]:
    """Slips with whole statements: left out, unwrapped, turned round."""
    return _STATEMENTS.get(type(node), _dropped)(node)


def _binary(node: ast.BinOp) -> Iterator[Slip]:
    if type(node.op) in _OPERATORS:
        yield "arithmetic", _with(node, op=_OPERATORS[type(node.op)]())
    if isinstance(node.op, _UNLIKE_SWAPPED):
        yield "swapped operands", _with(node, left=node.right, right=node.left)


def _joined(node: ast.BoolOp) -> Iterator[Slip]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "boolean", _with(node, op=other)
    for values in _each_left_out(node.values):
        yield "boolean", _with(node, values=values) if len(values) > 1 else values[0]


def _signed(node: ast.UnaryOp) -> Iterator[Slip]:
    yield "negation", node.operand


def _chosen(node: ast.IfExp) -> Iterator[Slip]:
    yield "negation", _with(node, test=_negated(node.test))


def _sliced(node: ast.Slice) -> Iterator[Slip]:
    for bound in ("lower", "upper", "step"):
        if getattr(node, bound) is not None:
            yield "slice", _with(node, **{bound: None})


def _dropped(_: ast.AST) -> Iterator[Slip]:
    yield "dropped statement", [ast.Pass()]


def _spoken(node: ast.Expr) -> Iterator[Slip]:
    return iter(()) if isinstance(node.value, ast.Constant) else _dropped(node)


def _kept(_: ast.AST) -> Iterator[Slip]:
    return iter(())


def _defined(node: ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef) -> Iterator[Slip]:
    if node.decorator_list:
        yield "dropped decorator", _with(node, decorator_list=[])


def _guarded(node: ast.If) -> Iterator[Slip]:
    yield "negation", _with(node, test=_negated(node.test))
    yield "dropped guard", node.orelse or [ast.Pass()]
    yield "dropped condition", node.body


def _looped(node: ast.While) -> Iterator[Slip]:
    yield "negation", _with(node, test=_negated(node.test))
    yield from _dropped(node)


def _within(node: ast.With) -> Iterator[Slip]:
    yield "unwrapped", node.body


def _handled(node: ast.ExceptHandler) -> Iterator[Slip]:
    if node.type is not None:
        broad = ast.unparse(node.type) == "Exception"
        for name in ("BaseException", "ValueError") if broad else ("Exception",):
            yield "exception", _with(node, type=ast.Name(name, ast.Load()))


def _returned(node: ast.Return) -> Iterator[Slip]:
    if node.value is None:
        yield from _dropped(node)
    else:
        yield "dropped result", _with(node, value=ast.Constant(None))


def _updated(node: ast.AugAssign) -> Iterator[Slip]:
    if type(node.op) in _OPERATORS:
        yield "arithmetic", _with(node, op=_OPERATORS[type(node.op)]())
    if isinstance(node.target, ast.Name):
        made = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        yield "in place", ast.Assign([node.target], made, lineno=node.lineno)
    yield from _dropped(node)


def _assigned(node: ast.Assign) -> Iterator[Slip]:
    name: Any = node.targets[0]
    made = node.value
    if isinstance(made, ast.BinOp) and ast.unparse(made.left) == ast.unparse(name):
        yield "in place", ast.AugAssign(name, made.op, made.right)
    yield from _dropped(node)


def _with(node: ast.AST, **fields: object) -> ast.AST:
    twin = copy(node)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _each_left_out(values: list[ast.expr]) -> Iterator[list[ast.expr]]:
    for place in range(len(values)):
        yield values[:place] + values[place + 1 :]


def _compared(node: ast.Compare) -> Iterator[Slip]:
    for place, op in enumerate(node.ops):
        if type(op) in _COMPARISONS:
            ops = [*node.ops]
            ops[place] = _COMPARISONS[type(op)]()
            yield "comparison", _with(node, ops=ops)


def _constants(node: ast.Constant) -> Iterator[Slip]:
    match node.value:
        case bool() as value:
            yield "boolean", ast.Constant(not value)
        case int() as value:
            yield "off by one", ast.Constant(value + 1)
            yield "off by one", ast.Constant(value - 1)
        case float() as value:
            yield "constant", ast.Constant(value + 1)
            yield "constant", ast.Constant(value * 2)
        case str() as value if value in _NAMES:
            yield "twin", ast.Constant(_NAMES[value])
        case str() as value if value:
            yield "constant", ast.Constant(value + "_")


def _called(node: ast.Call) -> Iterator[Slip]:
    method = isinstance(node.func, ast.Attribute)
    for place, (one, two) in enumerate(pairwise(node.args)):
        if _name(node.func) not in _SYMMETRIC and ast.dump(one) != ast.dump(two):
            args = [*node.args[:place], two, one, *node.args[place + 2 :]]
            yield "swapped arguments", _with(node, args=args)
    for place, keyword in enumerate(node.keywords):
        if keyword.arg not in _NO_PART_OF_IT:
            keywords = node.keywords[:place] + node.keywords[place + 1 :]
            yield "dropped argument", _with(node, keywords=keywords)
    if len(node.args) > 1 or (method and node.args):
        yield "dropped argument", _with(node, args=node.args[:-1])
    if isinstance(node.func, ast.Attribute):
        yield from _in_place(node, node.func)
        if not isinstance(node.func.value, ast.Call) or _name(node.func.value.func) != "super":
            yield "dropped call", node.func.value
    if node.args and not isinstance(node.args[0], ast.Starred):
        yield "dropped call", node.args[0]


def _in_place(node: ast.Call, func: ast.Attribute) -> Iterator[Slip]:
    plain = func.attr.removesuffix("_")
    shared = isinstance(func.value, ast.Name | ast.Attribute | ast.Subscript)
    if shared and plain in _IN_PLACE:  # what an expression has just made is nobody else's
        other = plain if func.attr.endswith("_") else f"{plain}_"
        yield "in place", _with(node, func=_with(func, attr=other))


def _renamed(node: ast.Attribute | ast.Name) -> Iterator[Slip]:
    field = "attr" if isinstance(node, ast.Attribute) else "id"
    name = getattr(node, field)
    if isinstance(node.ctx, ast.Load):
        for other in _DTYPES.get(name, ()) if field == "attr" else ():
            yield "dtype", _with(node, **{field: other})
        if name in _NAMES:
            yield "twin", _with(node, **{field: _NAMES[name]})


def _tried(node: ast.Try) -> Iterator[Slip]:
    yield "unwrapped", [*node.body, *node.orelse, *node.finalbody]
    if node.finalbody:
        without = _with(node, finalbody=[])
        yield "dropped finally", without if node.handlers else node.body
    if node.orelse:
        yield "dropped statement", _with(node, orelse=[])


def _raised(node: ast.Raise) -> Iterator[Slip]:
    yield "dropped raise", [ast.Pass()]
    kind = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    if not isinstance(kind, ast.Name):
        return
    other = ast.Name("TypeError" if kind.id == "ValueError" else "ValueError", ast.Load())
    call = isinstance(node.exc, ast.Call)
    yield "exception", _with(node, exc=_with(node.exc, func=other) if call and node.exc else other)


def _name(func: ast.expr) -> str:
    match func:
        case ast.Name():
            return func.id
        case ast.Attribute():
            return func.attr
        case _:
            return ""


_EXPRESSIONS: dict[type[ast.AST], Callable[[Any], Iterator[Slip]]] = {
    ast.Attribute: _renamed,
    ast.BinOp: _binary,
    ast.BoolOp: _joined,
    ast.Call: _called,
    ast.Compare: _compared,
    ast.Constant: _constants,
    ast.IfExp: _chosen,
    ast.Name: _renamed,
    ast.Slice: _sliced,
    ast.UnaryOp: _signed,
}
_STATEMENTS: dict[type[ast.AST], Callable[[Any], Iterator[Slip]]] = {
    ast.Assign: _assigned,
    ast.AugAssign: _updated,
    ast.ClassDef: _defined,
    ast.ExceptHandler: _handled,
    ast.Expr: _spoken,
    ast.FunctionDef: _defined,
    ast.If: _guarded,
    ast.Import: _kept,
    ast.ImportFrom: _kept,
    ast.Pass: _kept,
    ast.Raise: _raised,
    ast.Return: _returned,
    ast.Try: _tried,
    ast.While: _looped,
    ast.With: _within,
}
"""All other statements can only be dropped."""
