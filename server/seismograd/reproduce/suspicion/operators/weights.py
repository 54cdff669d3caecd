"""Weights of classes or examples that are given and not used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_TAKES_WEIGHTS = re.compile(r"(?:cross_entropy|CrossEntropyLoss|nll_loss|NLLLoss|BCE\w*Loss)\w*$")
_WEIGHTS = re.compile(r"\w*weights?|alpha")
_REDUCES = ("mean", "sum")
Others = Iterator[tuple[ast.expr, str]]


@by_expression
def weights_passed(node: ast.expr, suspect: SuspectStatement) -> Others:
    if not isinstance(node, ast.Call) or not _TAKES_WEIGHTS.search(ast.unparse(node.func)):
        return
    if any(one.arg == "weight" for one in node.keywords):
        return
    for name in _names(suspect):
        given = ast.keyword("weight", ast.parse(name, mode="eval").body)
        yield ast.Call(node.func, node.args, [*node.keywords, given]), f"with weight={name}"


@by_expression
def weighed(node: ast.expr, suspect: SuspectStatement) -> Others:
    """`x.mean()` as `(x * weight).mean()`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if node.func.attr not in _REDUCES or ast.unparse(node.func.value) == "torch":
        return
    for name in _names(suspect):
        factor = ast.parse(name, mode="eval").body
        product = ast.BinOp(node.func.value, ast.Mult(), factor)
        reduced = ast.Attribute(product, node.func.attr, ast.Load())
        yield ast.Call(reduced, node.args, node.keywords), f"weighed by {name}"


def _names(suspect: SuspectStatement) -> list[str]:
    """Of what the function or its object is given."""
    own = [name for name in suspect.parameters if _WEIGHTS.fullmatch(name)]
    given = ast.unparse(suspect.constructor) if suspect.constructor else ""
    kept = [one for one in re.findall(r"self\.(\w+) = ", given) if _WEIGHTS.fullmatch(one)]
    return list(dict.fromkeys([*own, *(f"self.{name}" for name in kept)]))[:3]
