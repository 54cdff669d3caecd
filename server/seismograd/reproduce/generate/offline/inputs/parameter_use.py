"""What code does with a name, and what that must be therefore."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from enum import StrEnum

from seismograd.reproduce.generate.offline.inputs.input_dataflow import unpacked_axes
from seismograd.reproduce.generate.offline.inputs.tensors import Kind, TensorSpec, with_axes
from seismograd.reproduce.generate.offline.source_trees import AnyFunction


class Usage(StrEnum):
    """From the most certain to the least: the first that some place speaks for counts."""

    NETWORK = "network"
    OPTIMISER = "optimiser"
    BATCHES = "batches"
    DEVICE = "device"
    MAPPING = "mapping"
    PATH = "path"
    TEXT = "text"
    ARRAY = "array"
    TENSOR = "tensor"
    NUMBER = "number"
    LOSS = "loss"
    CALLED = "called"
    SEQUENCE = "sequence"
    SETTINGS = "settings"
    OPERAND = "operand"
    """Of arithmetic: a tensor or a number."""
    UNKNOWN = "unknown"
    NONE = "none"
    """Nothing is done with it."""


_MEMBERS: Mapping[Usage, frozenset[str]] = {
    usage: frozenset(members.split())
    for usage, members in (
        (Usage.NETWORK, "parameters named_parameters modules eval train fit predict get_weights"),
        (Usage.OPTIMISER, "zero_grad param_groups"),
        (Usage.MAPPING, "items keys get values"),
        (Usage.TEXT, "lower upper strip splitlines startswith endswith replace encode title join"),
        (
            Usage.TENSOR,
            "shape size dim ndim view reshape permute transpose unsqueeze squeeze mean sum argmax "
            "max min softmax float long detach dtype device to flatten masked_fill numel std exp "
            "log T astype clamp sigmoid bool expand gather norm contiguous repeat topk chunk split "
            "abs pow sqrt half item cumsum all any tolist unbind cpu",
        ),
    )
}
_FIRST_ARGUMENTS: Mapping[Usage, frozenset[str]] = {
    usage: frozenset(functions.split())
    for usage, functions in (
        (Usage.DEVICE, "to"),
        (Usage.PATH, "open load read_csv exists listdir isfile safe_load save dump savez savetxt"),
        (Usage.ARRAY, "from_numpy"),
        (Usage.NUMBER, "range int randn rand zeros ones empty eye arange randperm"),
        (Usage.SEQUENCE, "list sorted tuple set enumerate zip len reversed shuffle sample choice"),
    )
}
_LIBRARIES = ("torch.", "F.", "np.", "numpy.", "ops.", "keras.ops.", "tf.", "nn.functional.")
_JOIN = frozenset({"cat", "stack", "concat", "hstack", "vstack"})
_SCORES = TensorSpec(Kind.FLOAT, ("BATCH", "CLASSES"))
_CLASSES = TensorSpec(Kind.WHOLE, ("BATCH",), "CLASSES")
_MASK = TensorSpec(Kind.TRUTH, ("BATCH", "LENGTH"))
_IMAGES = TensorSpec(Kind.FLOAT, ("BATCH", "CHANNELS", "HEIGHT", "WIDTH"))
_TAKEN: Mapping[tuple[str, int], TensorSpec] = {
    ("cross_entropy", 0): _SCORES,
    ("cross_entropy", 1): _CLASSES,
    ("nll_loss", 0): _SCORES,
    ("nll_loss", 1): _CLASSES,
    ("one_hot", 0): _CLASSES,
    ("embedding", 0): TensorSpec(Kind.WHOLE, ("BATCH", "LENGTH"), "VOCABULARY"),
    ("pack_padded_sequence", 1): TensorSpec(Kind.WHOLE, ("BATCH",), "LENGTH + 1", least="1"),
    ("masked_fill", 0): _MASK,
    ("masked_fill_", 0): _MASK,
    ("conv2d", 0): _IMAGES,
    ("interpolate", 0): _IMAGES,
}
"""By function or method, and position."""
_OF_SCORES = frozenset({"argmax", "softmax", "log_softmax", "topk"})


def usage_of(code: ast.AST | None, name: str) -> Usage:
    if code is None:
        return Usage.UNKNOWN
    nodes = list(ast.walk(code))
    found = {use for node in nodes if (use := _use(node, name))}
    is_used = any(_is(node, name) for node in nodes)
    return next((kind for kind in Usage if kind in found), Usage.UNKNOWN if is_used else Usage.NONE)


def tensor_from_use(code: ast.AST | None, name: str) -> TensorSpec | None:
    """None where nothing that is done with it tells."""
    return next(_told(code, name), None) if code is not None else None


def unpacked_names(function: AnyFunction | None, name: str) -> list[str]:
    """Of `images, labels = batch`; empty where nothing of the kind is done."""
    for node in ast.walk(function) if function else ():
        if isinstance(node, ast.Assign) and _is(node.value, name):
            target = node.targets[0]
            parts = target.elts if isinstance(target, ast.Tuple) else []
            names = [part.id for part in parts if isinstance(part, ast.Name)]
            if names and len(names) == len(parts):
                return [part if part != "_" else "rest" for part in names]
    return []


def _use(node: ast.AST, name: str) -> Usage | None:
    match node:
        case ast.Attribute() if _is(node.value, name):
            known = (kind for kind, members in _MEMBERS.items() if node.attr in members)
            return next(known, Usage.SETTINGS if isinstance(node.ctx, ast.Load) else None)
        case ast.Call():
            return _use_in_call(node, name)
        case ast.keyword() if _is(node.value, name):
            return Usage.DEVICE if node.arg in ("device", "map_location") else None
        case ast.BinOp() if _is(node.left, name) or _is(node.right, name):
            is_counted = any(_called(side) == "len" for side in (node.left, node.right))
            is_product = isinstance(node.op, ast.MatMult)
            return Usage.TENSOR if is_product else Usage.NUMBER if is_counted else Usage.OPERAND
        case ast.For() | ast.comprehension():
            return _use_in_loop(node, name)
        case ast.Slice() if _is(node.lower, name) or _is(node.upper, name):
            return Usage.NUMBER
        case ast.Subscript() if _is(node.value, name):
            if isinstance(node.slice, ast.Slice):
                return Usage.SEQUENCE
            is_key = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
            return Usage.MAPPING if is_key else None
    return None


def _use_in_loop(node: ast.For | ast.comprehension, name: str) -> Usage | None:
    """Training code takes each batch apart; other loops say no more than that there are items."""
    target, items = node.target, node.iter
    if _called(items) == "enumerate" and isinstance(items, ast.Call) and items.args:
        items = items.args[0]
        target = target.elts[-1] if isinstance(target, ast.Tuple) else target
    if not _is(items, name):
        return None
    return Usage.BATCHES if isinstance(target, ast.Tuple) else Usage.SEQUENCE


def _use_in_call(node: ast.Call, name: str) -> Usage | None:
    called = _called(node)
    last = called.rpartition(".")[2]
    if called == name:
        return Usage.LOSS if len(node.args) == 2 else Usage.CALLED
    first = node.args[0] if node.args else None
    joined = first.elts if last in _JOIN and isinstance(first, ast.List | ast.Tuple) else []
    if any(_is(one, name) for one in joined):
        return Usage.TENSOR
    if not any(_is(argument, name) for argument in node.args):
        return None
    known = (kind for kind, functions in _FIRST_ARGUMENTS.items() if last in functions)
    is_of_library = _is(first, name) and called.startswith(_LIBRARIES)
    return next(known, Usage.TENSOR if is_of_library else None)


def _told(code: ast.AST, name: str) -> Iterator[TensorSpec]:
    assigned = (node for node in ast.walk(code) if isinstance(node, ast.Assign))
    choices = {
        ast.unparse(one.targets[0]) for one in assigned if "argmax" in ast.unparse(one.value)
    }
    axes: int | None = None
    for node in ast.walk(code):
        if isinstance(node, ast.Compare) and _is_compared(node, name, choices):
            yield _CLASSES
        elif isinstance(node, ast.Call):
            yield from _of_call(node, name)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            yield from [_MASK] if _is(node.operand, name) else []
        elif isinstance(node, ast.stmt):
            axes = axes or unpacked_axes(node, {name})
    if (spec := with_axes(axes)) is not None:
        yield spec


def _of_call(call: ast.Call, name: str) -> Iterator[TensorSpec]:
    called = _called(call).rpartition(".")[2]
    for position, argument in enumerate(call.args):
        if _is(argument, name) and (called, position) in _TAKEN:
            yield _TAKEN[called, position]
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    if called in _OF_SCORES and (_is(owner, name) or (call.args and _is(call.args[0], name))):
        yield _SCORES


def _is_compared(node: ast.Compare, name: str, choices: set[str]) -> bool:
    """With chosen classes: `scores.argmax(1) == labels`."""
    sides = [node.left, *node.comparators]
    others = [ast.unparse(one) for one in sides if not _is(one, name)]
    is_equality = isinstance(node.ops[0], ast.Eq | ast.NotEq)
    return is_equality and len(others) == 1 and ("argmax" in others[0] or others[0] in choices)


def _called(node: ast.AST) -> str:
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def _is(node: ast.AST | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
