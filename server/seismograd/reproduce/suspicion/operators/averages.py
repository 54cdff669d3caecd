"""Averages of weights that nobody updates, or that are the weights themselves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_STEP = re.compile(r"\w*opt\w*\.step\(\)$|\.step\((?:self\.)?\w*opt\w*\)$")
_HELD = re.compile(r"self\.((?:\w+_)?(?:ema|averag|shadow|teacher|target)\w*) = ")
_UPDATES = ("update", "update_parameters", "step")
Others = Iterator[tuple[ast.expr, str]]


def updated_after_step(suspect: SuspectStatement) -> Iterator[Patch]:
    """Of the object that takes the step, with and without the model that it follows."""
    text = ast.unparse(suspect.statement) if isinstance(suspect.statement, ast.Expr) else ""
    if not _STEP.search(text) or suspect.constructor is None:
        return
    for name in dict.fromkeys(_HELD.findall(ast.unparse(suspect.constructor))):
        for method in _UPDATES:
            for given in ("self.model", ""):
                line = f"self.{name}.{method}({given})"
                yield inserted(suspect, f"with {line}", line, after=True)


@by_expression
def kept_apart(node: ast.expr, _suspect: SuspectStatement) -> Others:
    """`p.data` is the weight itself; a clone is not."""
    is_tensor = isinstance(node, ast.Attribute) and node.attr == "data"
    is_detached = (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("detach", "parameters")
    )
    if is_tensor or (is_detached and ast.unparse(node).endswith(".detach()")):
        copied = ast.Call(ast.Attribute(node, "clone", ast.Load()), [], [])
        yield copied, f"with a copy of {ast.unparse(node)[:40]}"
