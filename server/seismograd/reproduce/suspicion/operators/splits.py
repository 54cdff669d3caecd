"""Sets that share what each should have alone, and orders that should be one and are two."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_DRAWN = ("randperm", "permutation")
_MANY = (ast.Call, ast.Subscript, ast.ListComp, ast.GeneratorExp, ast.SetComp)


def without_shared(suspect: SuspectStatement) -> Iterator[Patch]:
    """What an earlier variable has already is left out of a later one."""
    statement = suspect.statement
    target = _variable(statement)
    if target is None or not isinstance(statement, ast.Assign):
        return
    for other in _earlier(suspect):
        if other != target:
            text = f"{target} = [_one for _one in {ast.unparse(statement.value)}"
            kept = ast.parse(f"{text} if _one not in list({other})]").body[0]
            yield replaced(suspect, f"{target} without what is in {other}", kept)


def all_in_order(suspect: SuspectStatement) -> Iterator[Patch]:
    """Several orders that are drawn in one statement: none is drawn."""
    changed = copy.deepcopy(suspect.statement)
    drawn = [node for node in ast.walk(changed) if isinstance(node, ast.Call) and _draws(node)]
    if len(drawn) < 2 or isinstance(changed, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for node in drawn:
        assert isinstance(node.func, ast.Attribute)
        numpy = "np" if ast.unparse(node.func).startswith("np") else "numpy"
        module = "torch" if node.func.attr == "randperm" else numpy
        node.func = ast.Attribute(ast.Name(module, ast.Load()), "arange", ast.Load())
        node.keywords = []
    yield replaced(suspect, "without a random order", changed)


def as_before(suspect: SuspectStatement) -> Iterator[Patch]:
    """An order that is drawn again is the one that was drawn before."""
    statement = suspect.statement
    target = _variable(statement)
    if target is None or not isinstance(statement, ast.Assign) or not _draws(statement.value):
        return
    for other in _earlier(suspect):
        if other != target:
            kept = ast.parse(f"{target} = {other}").body[0]
            yield replaced(suspect, f"{target} as {other}", kept)


def _draws(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _DRAWN
    )


def _variable(statement: ast.stmt) -> str | None:
    """The name that a statement makes, where it may hold many things."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    return target.id if isinstance(target, ast.Name) and isinstance(value, _MANY) else None


def _earlier(suspect: SuspectStatement) -> list[str]:
    """Variables that are made before the statement, the nearest first."""
    nodes = ast.walk(suspect.function) if suspect.function else ()
    before = [
        one
        for one in nodes
        if isinstance(one, ast.Assign) and one.lineno < suspect.statement.lineno
    ]
    nearest = sorted(before, key=lambda one: -one.lineno)
    return [name for one in nearest if (name := _variable(one))]
