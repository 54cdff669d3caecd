"""Collections that are told how much they may keep, and keep all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

LIMIT = re.compile(
    r"capacity|max_?(?:size|len(?:gth)?|entries|items|elements|history|capacity)|keep_last|"
    r"(?:buffer|cache|queue|memory|replay|bank|history|pool)_(?:size|length|limit|capacity)"
)
"""Names for how much may be kept."""
_ADDS = {"append", "extend", "insert"}


def oldest_dropped(suspect: SuspectStatement) -> Iterator[Patch]:
    """After something came in, what is too much goes."""
    statement = suspect.statement
    for limit in _limits(suspect):
        if (name := _added_to_list(statement)) is not None:
            yield inserted(suspect, "with the oldest dropped", f"del {name}[:-{limit}]", after=True)
        if (name := _entered_into(statement)) is not None:
            loop = f"while len({name}) > {limit}:\n    {name}.pop(next(iter({name})))"
            yield inserted(suspect, "with the oldest dropped", loop, after=True)


@by_expression
def limited_deque(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    if not isinstance(node, ast.Call) or ast.unparse(node.func).rpartition(".")[2] != "deque":
        return
    if len(node.args) < 2 and not node.keywords:
        for name in filter(LIMIT.fullmatch, suspect.parameters):
            most = ast.keyword("maxlen", ast.Name(name, ast.Load()))
            yield ast.Call(node.func, node.args, [most]), f"with maxlen={name}"


def _limits(suspect: SuspectStatement) -> list[str]:
    """As the class itself reads them, or as its constructor is given them."""
    if suspect.owner is None:
        return []
    given = suspect.constructor.args if suspect.constructor else None
    names = [one.arg for one in (*given.args, *given.kwonlyargs)] if given else []
    for node in ast.walk(suspect.owner):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self":
            names.append(node.attr)
    known = [name for name in dict.fromkeys(names) if LIMIT.fullmatch(name.lstrip("_"))]
    return [f"self.{name}" for name in known][:2]


def _added_to_list(statement: ast.stmt) -> str | None:
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    function = statement.value.func
    if not isinstance(function, ast.Attribute) or function.attr not in _ADDS:
        return None
    name = ast.unparse(function.value)
    return name if name.startswith("self.") else None


def _entered_into(statement: ast.stmt) -> str | None:
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Subscript):
        return None
    name = ast.unparse(statement.targets[0].value)
    return name if name.startswith("self.") else None
