"""Training and evaluation: what is on when it should be off, or never switched."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_FUNCTIONAL = {"dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout", "batch_norm",
               "feature_alpha_dropout", "rrelu"}  # fmt: skip
_MODEL = re.compile(r"model|net|network|classifier|module|encoder|policy|generator")
_TRAINS = re.compile(r"train|fit|step|epoch")


@by_expression
def own_mode(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """`F.dropout(x)` is on by default; the module knows whether it trains."""
    if not isinstance(node, ast.Call) or suspect.owner is None:
        return
    name = ast.unparse(node.func).rpartition(".")[2]
    if name not in _FUNCTIONAL:
        return
    mode = ast.parse("self.training", mode="eval").body
    kept = [keyword for keyword in node.keywords if keyword.arg != "training"]
    if name != "batch_norm":
        given = [*kept, ast.keyword("training", mode)]
        yield ast.Call(node.func, node.args[:2], given), "only in training"
    given = [*kept, ast.keyword("training", mode)]
    if name == "batch_norm":
        yield ast.Call(node.func, node.args[:5], given), "by the mode of the module"


def guarded_by_mode(suspect: SuspectStatement) -> Iterator[Patch]:
    """What is random only while training."""
    statement = suspect.statement
    if suspect.owner is None or not isinstance(statement, ast.Assign | ast.AugAssign):
        return
    if re.search(r"rand|noise|drop|bernoulli|normal|mask", ast.unparse(statement)):
        test = ast.parse("self.training", mode="eval").body
        yield replaced(suspect, "only in training", ast.If(test, [statement], []))


def evaluating(suspect: SuspectStatement) -> Iterator[Patch]:
    """With the model in evaluation mode from the start of the function."""
    if suspect.first_in_function and not _TRAINS.search(_name(suspect)):
        for model in _models(suspect):
            yield inserted(suspect, f"after {model}.eval()", f"{model}.eval()")


def training(suspect: SuspectStatement) -> Iterator[Patch]:
    """With the model in training mode from the start of a function, and of every epoch."""
    models = _models(suspect)
    if suspect.first_in_function:
        for model in models:
            yield inserted(suspect, f"after {model}.train()", f"{model}.train()")
    statement = suspect.statement
    if isinstance(statement, ast.For):
        for model in models:
            body = [*ast.parse(f"{model}.train()").body, *statement.body]
            loop = ast.For(statement.target, statement.iter, body, statement.orelse)
            yield replaced(suspect, f"with {model}.train() in every pass", loop)


def mode_put_back(suspect: SuspectStatement) -> Iterator[Patch]:
    """Training mode again before a function that evaluates returns."""
    if isinstance(suspect.statement, ast.Return):
        for model in _models(suspect):
            yield inserted(suspect, f"after {model}.train()", f"{model}.train()")


@by_expression
def other_mode(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        other = {"eval": "train", "train": "eval"}.get(node.func.attr)
        if other:
            named = ast.Attribute(node.func.value, other, ast.Load())
            yield ast.Call(named, [], []), f"{other}() for {node.func.attr}()"


def _models(suspect: SuspectStatement) -> list[str]:
    """Names that hold a model in the function."""
    function = suspect.function
    if function is None:
        return []
    text = ast.unparse(function)
    own = [f"self.{name}" for name in dict.fromkeys(re.findall(r"self\.(\w+)", text))]
    names = [name for name in (*suspect.parameters, *own) if _MODEL.search(name.lower())]
    is_module = suspect.owner is not None and "self.training" not in text
    return [*names, *(["self"] if is_module and not names else [])][:3]


def _name(suspect: SuspectStatement) -> str:
    return suspect.function.name if suspect.function else ""
