"""Targets that something is subtracted from: they are numbers like the prediction, no classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction
from seismograd.reproduce.generate.offline.inputs.tensors import (
    PLAIN,
    Kind,
    TensorSpec,
    tensor_for_name,
)

_OF_NUMBERS = frozenset({"mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "sub", "subtract"})


def like_predictions(function: AnyFunction | None) -> dict[str, TensorSpec]:
    """By parameter: both of a difference have the form of the one that is no label by its name."""
    if function is None:
        return {}
    names = {one.arg for one in (*function.args.posonlyargs, *function.args.args)}
    found: dict[str, TensorSpec] = {}
    for pair in _pairs(function):
        labels = [name for name in pair if _is_label(name)]
        others = [name for name in pair if name not in labels]
        if set(pair) <= names and len(labels) == 1:
            known = tensor_for_name(others[0])
            spec = known if known is not None and known.kind is Kind.FLOAT else PLAIN
            found |= dict.fromkeys(pair, spec)
    return found


def _pairs(function: AnyFunction) -> Iterator[tuple[str, str]]:
    for node in ast.walk(function):
        sides: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            sides = [node.left, node.right]
        elif isinstance(node, ast.Call) and len(node.args) >= 2:
            name = ast.unparse(node.func).rpartition(".")[2]
            sides = node.args[:2] if name in _OF_NUMBERS else []
        if len(sides) == 2 and all(isinstance(side, ast.Name) for side in sides):
            first, second = map(ast.unparse, sides)
            yield first, second


def _is_label(name: str) -> bool:
    spec = tensor_for_name(name)
    return spec is not None and spec.kind is Kind.WHOLE and spec.sizes == ("BATCH",)
