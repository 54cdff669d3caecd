"""Steps of a training loop that are missing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.operators.gradients import with_its_graph
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_OPTIMISER = re.compile(r"(?:self\.)?\w*(?:optim\w*|opt)\b")
_USUAL_RATE = 0.001
_NEXT_TO_NOTHING = 1e-7
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


def stepped_first(suspect: SuspectStatement) -> Iterator[Patch]:
    """Gradients are cleared after the step that uses them, not before it."""
    text = ast.unparse(suspect.statement)
    following = ast.unparse(suspect.following) if suspect.following else ""
    if text.endswith(".zero_grad()") and following == text.replace(".zero_grad()", ".step()"):
        yield replaced(suspect, "not cleared before the step", ast.Pass())


@by_expression
def joined_again(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A tensor made anew of another's values has nothing to do with its graph."""
    if not (isinstance(node, ast.Call) and node.args and _makes_anew(node)):
        return
    yield with_its_graph(node.args[0]), "as it is, with its graph"


def _makes_anew(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    given = {keyword.arg for keyword in call.keywords}
    return name in ("torch.tensor", "Variable", "torch.autograd.Variable") and (
        "requires_grad" in given
    )


@by_expression
def rate_above_nought(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A rate that is given as nothing, or as next to nothing."""
    if not isinstance(node, ast.Call):
        return
    for index, keyword in enumerate(node.keywords):
        value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
        is_rate = keyword.arg in ("lr", "learning_rate")
        if is_rate and isinstance(value, int | float) and abs(value) < _NEXT_TO_NOTHING:
            faster = ast.keyword(keyword.arg, ast.Constant(_USUAL_RATE))
            others = [*node.keywords[:index], faster, *node.keywords[index + 1 :]]
            yield ast.Call(node.func, node.args, others), f"with a rate of {_USUAL_RATE}"


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
