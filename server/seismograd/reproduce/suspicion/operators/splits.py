"""Sets that share what each of them should have alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

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


def _variable(statement: ast.stmt) -> str | None:
    """The name that a statement makes, where it may hold many things."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    return target.id if isinstance(target, ast.Name) and isinstance(value, _MANY) else None


def _earlier(suspect: SuspectStatement) -> list[str]:
    body = suspect.function.body if suspect.function else []
    before = [one for one in body if one.lineno < suspect.statement.lineno]
    return [name for one in reversed(before) if (name := _variable(one))]
