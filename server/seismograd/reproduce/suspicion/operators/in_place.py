"""What writes into a value that others hold as well."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_OF_LISTS = {"pop", "sort", "reverse", "append", "extend", "insert", "remove", "clear"}


def to_a_new_value(suspect: SuspectStatement) -> Iterator[Patch]:
    """`x = x - y` for `x -= y`, and `x = x.mul(y)` for `x.mul_(y)`."""
    statement = suspect.statement
    what = "into a new value"
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        old = ast.Name(statement.target.id, ast.Load())
        new = ast.BinOp(old, statement.op, statement.value)
        yield replaced(suspect, what, ast.Assign([statement.target], new, lineno=0))
    elif isinstance(statement, ast.Expr) and (name := _written(statement)) is not None:
        call = _Plain().visit(ast.parse(ast.unparse(statement.value), mode="eval").body)
        target = ast.Name(name.id, ast.Store())
        if ast.unparse(call) != ast.unparse(statement.value):
            yield replaced(suspect, what, ast.Assign([target], call, lineno=0))


def into_what_is_held(suspect: SuspectStatement) -> Iterator[Patch]:
    """`p.copy_(…)` for `p = …`, where `p` goes through what somebody else holds."""
    statement = suspect.statement
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return
    name = statement.targets[0].id
    loops = ast.walk(suspect.function) if suspect.function else ()
    targets = (ast.walk(one.target) for one in loops if isinstance(one, ast.For))
    if any(isinstance(node, ast.Name) and node.id == name for one in targets for node in one):
        text = f"{name}.data.copy_({ast.unparse(statement.value)})"
        yield replaced(suspect, f"into {name} itself", ast.parse(text).body[0])


@by_expression
def without_writing(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """`y = x.mul(2)` for `y = x.mul_(2)`."""
    if isinstance(suspect.statement, ast.Expr) or not isinstance(node, ast.Call):
        return
    if isinstance(node.func, ast.Attribute) and _is_written_by(node.func.attr):
        plain = ast.Attribute(node.func.value, node.func.attr[:-1], ast.Load())
        yield ast.Call(plain, node.args, node.keywords), "into a new value"


def to_a_copy(suspect: SuspectStatement) -> Iterator[Patch]:
    """A copy first, of whatever kind it is."""
    statement = suspect.statement
    name = _written(statement)
    if name is None:
        return
    for copied in (f"{name.id}.clone()", f"{name.id}.copy()"):
        yield inserted(suspect, "to a copy", f"{name.id} = {copied}")


def _written(statement: ast.stmt) -> ast.Name | None:
    """The local name of what a statement writes into."""
    node: ast.expr | None = None
    if isinstance(statement, ast.AugAssign):
        node = statement.target
    elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
        node = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        node = _receiver(statement.value)
    while isinstance(node, ast.Subscript):
        node = node.value
    return node if isinstance(node, ast.Name) else None


def _receiver(call: ast.Call) -> ast.expr | None:
    """Of `x.sub_(mean).div_(std)` and of `items.sort()` the first."""
    function = call.func
    if not isinstance(function, ast.Attribute):
        return None
    if not (_is_written_by(function.attr) or function.attr in _OF_LISTS):
        return call.args[0] if function.attr == "shuffle" and call.args else None
    inner = function.value
    return _receiver(inner) if isinstance(inner, ast.Call) else inner


def _is_written_by(method: str) -> bool:
    return method.endswith("_") and not method.startswith("_") and method != "requires_grad_"


class _Plain(ast.NodeTransformer):
    """Methods without the mark of those that write."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if _is_written_by(node.attr):
            node.attr = node.attr[:-1]
        return node
