"""Steps of a training loop that are missing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import inserted, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_OPTIMISER = re.compile(r"(?:self\.)?\w*(?:optim\w*|opt)\b")
_SCHEDULER = re.compile(r"(?:self\.)?\w*sched\w*\b")


def gradients_cleared(suspect: SuspectStatement) -> Iterator[Patch]:
    """Before the backward pass."""
    if ".backward(" in ast.unparse(suspect.statement) and _is_simple(suspect):
        for optimiser in _found(suspect, _OPTIMISER):
            line = f"{optimiser}.zero_grad()"
            yield inserted(suspect, f"after {line}", line)


def step_taken(suspect: SuspectStatement) -> Iterator[Patch]:
    """After the backward pass, or after the optimiser's own step."""
    text = ast.unparse(suspect.statement)
    if not _is_simple(suspect):
        return
    if ".backward(" in text:
        for optimiser in _found(suspect, _OPTIMISER):
            line = f"{optimiser}.step()"
            yield inserted(suspect, f"with {line}", line, after=True)
    if text.endswith(".step()"):
        for scheduler in _found(suspect, _SCHEDULER):
            if scheduler not in text:
                line = f"{scheduler}.step()"
                yield inserted(suspect, f"with {line}", line, after=True)


def scheduled(suspect: SuspectStatement) -> Iterator[Patch]:
    """The schedule moves on at the end of every pass of a loop."""
    loop = suspect.statement
    if isinstance(loop, ast.For):
        for scheduler in _found(suspect, _SCHEDULER):
            if f"{scheduler}.step" not in ast.unparse(loop):
                body = [*loop.body, *ast.parse(f"{scheduler}.step()").body]
                longer = ast.For(loop.target, loop.iter, body, loop.orelse)
                yield replaced(suspect, f"with {scheduler}.step() in every pass", longer)


def _found(suspect: SuspectStatement, pattern: re.Pattern[str]) -> list[str]:
    text = ast.unparse(suspect.function) if suspect.function else ""
    names = [match[0] for match in pattern.finditer(text)]
    plain = [name for name in dict.fromkeys(names) if name.rpartition(".")[2].islower()]
    modules = {"torch", "optim", "torch.optim"}
    return [name for name in plain if name not in modules][:3]


def _is_simple(suspect: SuspectStatement) -> bool:
    return isinstance(suspect.statement, ast.Expr | ast.Assign)
