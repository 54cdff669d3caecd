"""What a function does with a tensor that it takes, and which tensor that leaves."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.generate.offline.inputs.input_dataflow import Arrival, unpacked_axes
from seismograd.reproduce.generate.offline.inputs.tensors import Kind, TensorSpec, with_axes
from seismograd.reproduce.generate.offline.source_trees import AnyFunction

_SCORES = TensorSpec(Kind.FLOAT, ("BATCH", "CLASSES"))
_CLASSES = TensorSpec(Kind.WHOLE, ("BATCH",), "CLASSES")
_MASK = TensorSpec(Kind.TRUTH, ("BATCH", "LENGTH"))
_IMAGES = TensorSpec(Kind.FLOAT, ("BATCH", "CHANNELS", "HEIGHT", "WIDTH"))
_TAKEN = {
    ("cross_entropy", 0): _SCORES, ("cross_entropy", 1): _CLASSES,
    ("nll_loss", 0): _SCORES, ("nll_loss", 1): _CLASSES, ("one_hot", 0): _CLASSES,
    ("embedding", 0): TensorSpec(Kind.WHOLE, ("BATCH", "LENGTH"), "VOCABULARY"),
    ("pack_padded_sequence", 1): TensorSpec(Kind.WHOLE, ("BATCH",), "LENGTH + 1", least="1"),
    ("masked_fill", 0): _MASK, ("masked_fill_", 0): _MASK,
    ("conv2d", 0): _IMAGES, ("interpolate", 0): _IMAGES,
}  # fmt: skip
"""By function or method, and position."""
_OF_SCORES = {"argmax", "softmax", "log_softmax", "topk"}


def tensor_from_use(function: ast.AST | None, name: str) -> TensorSpec | None:
    """None where nothing that is done with it tells."""
    return next(_told(function, name), None) if function is not None else None


def _told(function: ast.AST, name: str) -> Iterator[TensorSpec]:
    choices = _with_choices(function)
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and _is_compared(node, name, choices):
            yield _CLASSES
        elif isinstance(node, ast.Call):
            yield from _of_call(node, name)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            yield from [_MASK] if _is(node.operand, name) else []
    axes = _axes(function, name) if isinstance(function, AnyFunction) else None
    if (spec := with_axes(axes)) is not None:
        yield spec


def _of_call(call: ast.Call, name: str) -> Iterator[TensorSpec]:
    called = ast.unparse(call.func).rpartition(".")[2]
    for position, argument in enumerate(call.args):
        if _is(argument, name) and (called, position) in _TAKEN:
            yield _TAKEN[called, position]
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    if called in _OF_SCORES and (_is(owner, name) or (call.args and _is(call.args[0], name))):
        yield _SCORES


def _with_choices(function: ast.AST) -> set[str]:
    """Names of chosen classes: `chosen = scores.argmax(1)`."""
    found = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
    return {ast.unparse(one.targets[0]) for one in found if "argmax" in ast.unparse(one.value)}


def _is_compared(node: ast.Compare, name: str, choices: set[str]) -> bool:
    """With chosen classes."""
    sides = [node.left, *node.comparators]
    others = [ast.unparse(one) for one in sides if not _is(one, name)]
    is_equality = isinstance(node.ops[0], ast.Eq | ast.NotEq)
    return is_equality and len(others) == 1 and ("argmax" in others[0] or others[0] in choices)


def _axes(function: AnyFunction, name: str) -> int | None:
    statements = (node for node in ast.walk(function) if isinstance(node, ast.stmt))
    found = (unpacked_axes(one, {name: Arrival()}) for one in statements)
    return next((axes for axes in found if axes is not None), None)


def _is(node: ast.AST | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
