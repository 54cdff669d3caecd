"""The statements that an expression depends on, in the order in which they run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction

MOST_STATEMENTS = 25
_NO_DATA = {"train", "eval", "zero_grad", "backward", "step", "parameters", "close", "print"}
"""Methods that leave alone what an object is made of."""


class CannotSlice(Exception):
    """What an expression depends on cannot be told, or is a whole run."""


def leading(body: Iterable[ast.stmt], node: ast.AST) -> list[ast.stmt]:
    """What runs before a node; of the loops around it, only the first round."""
    found: list[ast.stmt] = []
    for statement in body:
        if not _holds(statement, node):
            found.append(statement)
            continue
        if isinstance(statement, ast.For):
            found.append(_first_round(statement))
        for block in ("body", "orelse", "finalbody"):
            inner = getattr(statement, block, [])
            if any(_holds(one, node) for one in inner):
                return found + leading(inner, node)
        return found
    return found


def needed(statements: Iterable[ast.stmt], wanted: set[str]) -> tuple[list[ast.stmt], set[str]]:
    """Those that names depend on, and the names that nothing here gives a value."""
    kept: list[ast.stmt] = []
    open_names = set(wanted)
    for statement in reversed(list(statements)):
        stored = stored_names(statement)
        if not (stored & open_names or _changed(statement) in open_names):
            continue
        _check(statement, kept)
        kept.append(statement)
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            open_names -= stored
        open_names |= read_names(statement)
    return kept[::-1], open_names


def stored_names(node: ast.AST) -> set[str]:
    names = (one for one in _outside_functions(node) if isinstance(one, ast.Name))
    return {one.id for one in names if isinstance(one.ctx, ast.Store)} - bound_within(node)


def read_names(node: ast.AST) -> set[str]:
    names = (one for one in ast.walk(node) if isinstance(one, ast.Name))
    return {one.id for one in names if isinstance(one.ctx, ast.Load)} - bound_within(node)


def bound_within(node: ast.AST) -> set[str]:
    """Names of comprehensions and of functions without a name."""
    found: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.comprehension):
            found |= {n.id for n in ast.walk(one.target) if isinstance(n, ast.Name)}
        elif isinstance(one, ast.Lambda):
            found |= {argument.arg for argument in one.args.args}
    return found


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Source with other names for its variables."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
    return ast.unparse(tree)


def _first_round(loop: ast.For) -> ast.Assign:
    first = ast.parse(f"next(iter({ast.unparse(loop.iter)}))", mode="eval").body
    return ast.copy_location(ast.Assign([loop.target], first), loop)


def _check(statement: ast.stmt, kept: list[ast.stmt]) -> None:
    """Raises `CannotSlice` where too much would come along."""
    if len(kept) >= MOST_STATEMENTS:
        raise CannotSlice("too long")
    if isinstance(statement, ast.For | ast.While) and ".backward(" in ast.unparse(statement):
        raise CannotSlice("a whole training")


def _changed(statement: ast.stmt) -> str:
    """The name of what a call alone on its line does something to: `rows.append(3)`."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
        return ""
    root: ast.expr = call.func.value
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    is_data = call.func.attr not in _NO_DATA
    return root.id if isinstance(root, ast.Name) and is_data else ""


def _holds(statement: ast.stmt, node: ast.AST) -> bool:
    return any(one is node for one in ast.walk(statement))


def _outside_functions(node: ast.AST) -> Iterable[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, AnyFunction | ast.ClassDef | ast.Lambda):
            yield from _outside_functions(child)
