"""Whether two texts are the same code: comments, layout and probes are no change of it."""

import ast

from drill.debugging.code import DEBUGGERS, PRINTERS, parsed


def same_code(one: str, two: str) -> bool:
    if one == two:
        return True
    trees = parsed(one), parsed(two)
    if trees[0] is None or trees[1] is None:
        return False
    return _core(trees[0]) == _core(trees[1])


def _core(tree: ast.Module) -> str:
    return ast.dump(_WithoutProbes().visit(tree))


class _WithoutProbes(ast.NodeTransformer):
    """Drops prints, debuggers and docstrings; asserts stay, they may be part of a fix."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        match node.value:
            case ast.Call(func=ast.Name(id=name)) if name in PRINTERS | DEBUGGERS:
                return None
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in DEBUGGERS:
                return None
            case ast.Constant():
                return None
            case _:
                return node

    def visit_Import(self, node: ast.Import) -> ast.AST | None:
        left = [alias for alias in node.names if alias.name not in DEBUGGERS]
        return ast.Import(left) if left else None
