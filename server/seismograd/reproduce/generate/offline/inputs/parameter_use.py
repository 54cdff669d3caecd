"""What a function does with a parameter, and what it must be therefore."""

from __future__ import annotations

import ast
from enum import StrEnum

from seismograd.reproduce.generate.offline.source_trees import AnyFunction

_TENSOR_MEMBERS = {
    "shape", "size", "dim", "ndim", "view", "reshape", "permute", "transpose", "unsqueeze",
    "squeeze", "mean", "sum", "argmax", "max", "min", "softmax", "float", "long", "detach", "dtype",
    "device", "to", "flatten", "backward", "masked_fill", "masked_fill_", "numel", "std", "exp",
    "log", "T", "astype", "clamp", "sigmoid", "bool", "new_zeros", "expand", "gather", "norm",
    "contiguous", "repeat", "topk", "requires_grad", "chunk", "split", "abs", "pow", "sqrt", "half",
    "item", "scatter_", "cumsum", "all", "any", "eq", "ne", "gt", "lt", "tolist", "unbind", "cpu",
}  # fmt: skip
_NETWORK_MEMBERS = {"parameters", "named_parameters", "modules", "eval", "train", "train_step",
                    "fit", "predict", "get_weights", "set_weights"}  # fmt: skip
_OPTIMISER_MEMBERS = {"zero_grad", "param_groups"}
_TEXT_MEMBERS = {
    "lower", "upper", "strip", "splitlines", "startswith", "endswith", "replace", "encode",
    "isalpha", "isdigit", "title", "join", "partition",
}  # fmt: skip
_MAPPING_MEMBERS = {"items", "keys", "get", "values"}
_LIBRARIES = ("torch.", "F.", "np.", "numpy.", "ops.", "keras.ops.", "tf.", "nn.functional.")
_OPENERS = {"open", "load", "read_csv", "exists", "listdir", "isfile", "safe_load", "read_text"}
_OF_SIZES = {"randn", "rand", "zeros", "ones", "empty", "eye", "arange", "randperm"}
"""What makes tensors of sizes that it is given."""
_JOIN = {"torch.cat", "torch.stack", "torch.concat", "torch.hstack", "torch.vstack"}
_OF_ITEMS = {"list", "sorted", "tuple", "set", "enumerate", "zip", "len", "reversed"}
_OF_LISTS = {"shuffle", "sample", "choice", "choices"}
_SAVERS = {"save", "dump", "savez", "savetxt", "save_weights"}


class Usage(StrEnum):
    NETWORK = "network"
    OPTIMISER = "optimiser"
    BATCHES = "batches"
    DEVICE = "device"
    MAPPING = "mapping"
    NEW_FILE = "new file"
    PATH = "path"
    TEXT = "text"
    ARRAY = "array"
    TENSOR = "tensor"
    SET = "set"
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


def usage_of(function: ast.AST | None, name: str) -> Usage:
    """The most certain kind that some place speaks for: the first in the order of `Usage`."""
    if function is None:
        return Usage.UNKNOWN
    found = {use for node in ast.walk(function) if (use := _use(node, name))}
    is_used = any(_is(node, name) for node in ast.walk(function))
    return next((kind for kind in Usage if kind in found), Usage.UNKNOWN if is_used else Usage.NONE)


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
    if isinstance(node, ast.Attribute) and _is(node.value, name):
        return _use_of_member(node)
    if isinstance(node, ast.Call):
        return _use_in_call(node, name)
    if isinstance(node, ast.keyword):
        return (
            Usage.DEVICE
            if node.arg in ("device", "map_location") and _is(node.value, name)
            else None
        )
    if isinstance(node, ast.BinOp):
        return _use_in_arithmetic(node, name)
    if isinstance(node, ast.For | ast.comprehension):
        return _use_in_loop(node, name)
    if isinstance(node, ast.Slice):
        return Usage.NUMBER if any(_is(part, name) for part in (node.lower, node.upper)) else None
    if isinstance(node, ast.Subscript) and _is(node.value, name):
        if isinstance(node.slice, ast.Slice):
            return Usage.SEQUENCE
        is_key = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
        return Usage.MAPPING if is_key else None
    return None


def _use_of_member(node: ast.Attribute) -> Usage | None:
    kinds = {
        Usage.NETWORK: _NETWORK_MEMBERS,
        Usage.OPTIMISER: _OPTIMISER_MEMBERS,
        Usage.MAPPING: _MAPPING_MEMBERS,
        Usage.TEXT: _TEXT_MEMBERS,
        Usage.TENSOR: _TENSOR_MEMBERS,
    }
    known = next((kind for kind, members in kinds.items() if node.attr in members), None)
    return known or (Usage.SETTINGS if isinstance(node.ctx, ast.Load) else None)


def _use_in_arithmetic(node: ast.BinOp, name: str) -> Usage | None:
    sides = [node.left, node.right]
    if not any(_is(side, name) for side in sides):
        return None
    if isinstance(node.op, ast.MatMult):
        return Usage.TENSOR
    if isinstance(node.op, ast.BitAnd | ast.BitOr):
        return Usage.SET
    is_counted = any(_called(side) == "len" for side in sides)
    return Usage.NUMBER if is_counted else Usage.OPERAND


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
    if called == f"{name}.split" and not any(_is_number(one) for one in node.args):
        return Usage.TEXT
    if called in _JOIN and node.args and any(_is(one, name) for one in _elements(node.args[0])):
        return Usage.TENSOR
    if not any(_is(argument, name) for argument in node.args):
        return None
    if last == "to":
        return Usage.DEVICE
    if last in _SAVERS or (last == "open" and _writes(node)):
        return Usage.NEW_FILE
    if last == "from_numpy":
        return Usage.ARRAY
    if called in ("range", "int") or last in _OF_SIZES:
        return Usage.NUMBER
    if last in _OPENERS:
        return Usage.PATH
    if called in _OF_ITEMS or last in _OF_LISTS:
        return Usage.SEQUENCE
    is_first = bool(node.args) and _is(node.args[0], name)
    return Usage.TENSOR if is_first and called.startswith(_LIBRARIES) else None


def _writes(call: ast.Call) -> bool:
    modes = [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "mode")]
    return any(isinstance(one, ast.Constant) and "w" in str(one.value) for one in modes)


def _called(node: ast.AST) -> str:
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.List | ast.Tuple) else []


def _is(node: ast.AST | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_number(node: ast.expr) -> bool:
    """Tensors are split by sizes, texts by nothing or another text."""
    return not (isinstance(node, ast.Constant) and isinstance(node.value, str))
