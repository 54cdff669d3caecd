"""What the body of a function does with a parameter, and so what kind of thing it must be."""

from __future__ import annotations

import ast
import re
from enum import StrEnum

from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction

_TENSOR_MEMBERS = {
    "shape", "size", "dim", "ndim", "view", "reshape", "permute", "transpose", "unsqueeze",
    "squeeze", "mean", "sum", "argmax", "max", "min", "softmax", "float", "long", "detach", "dtype",
    "device", "to", "flatten", "backward", "masked_fill", "masked_fill_", "numel", "std", "exp",
    "log", "T", "astype", "clamp", "sigmoid", "bool", "new_zeros", "expand", "gather", "norm",
    "contiguous", "repeat", "topk", "requires_grad", "chunk", "split", "abs", "pow", "sqrt", "half",
    "item", "scatter_", "cumsum", "all", "any", "eq", "ne", "gt", "lt", "tolist", "unbind", "cpu",
}  # fmt: skip
_LIBRARIES = ("torch.", "F.", "np.", "numpy.", "ops.", "keras.ops.", "tf.", "nn.functional.")
_FILE = re.compile(r"\b[\w-]{1,40}\.(?:csv|tsv|txt|npy|npz|jsonl?|pt)\b")
_OPENERS = {"open", "load", "read_csv", "exists", "listdir", "isfile", "safe_load", "read_text"}
_OF_SIZES = {"randn", "rand", "zeros", "ones", "empty", "eye", "arange", "randperm"}
"""What makes tensors of sizes that it is given."""
_JOIN = {"torch.cat", "torch.stack", "torch.concat", "torch.hstack", "torch.vstack"}
_OF_ITEMS = {"list", "sorted", "tuple", "set", "enumerate", "zip", "len", "reversed"}
_OF_LISTS = {"shuffle", "sample", "choice", "choices"}
_TEXT_MEMBERS = {
    "lower", "upper", "strip", "splitlines", "startswith", "endswith", "replace", "encode",
    "isalpha", "isdigit", "title", "join", "partition",
}  # fmt: skip


class Usage(StrEnum):
    TENSOR = "tensor"
    NUMBER = "number"
    MAPPING = "mapping"
    CALLED = "called"
    PATH = "path"
    TEXT = "text"
    SET = "set"
    SEQUENCE = "sequence"
    UNKNOWN = "unknown"


_BY_CERTAINTY = (Usage.MAPPING, Usage.PATH, Usage.TEXT, Usage.TENSOR, Usage.SET, Usage.NUMBER,
                 Usage.CALLED, Usage.SEQUENCE)  # fmt: skip


def usage_of(function: AnyFunction | None, name: str) -> Usage:
    """The first kind, in this order of certainty, that some place speaks for."""
    found = {use for node in ast.walk(function) if (use := _use(node, name))} if function else set()
    return next((kind for kind in _BY_CERTAINTY if kind in found), Usage.UNKNOWN)


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


def file_to_read(function: AnyFunction | None, text: str) -> str:
    """The file that a report names, else one of the kind that the code reads."""
    told = _FILE.search(text)
    if told:
        return told[0]
    code = ast.unparse(function) if function else ""
    kinds = (
        (".csv", "csv"),
        ("np.load", "npy"),
        ("torch.load", "pt"),
        ("json.loads(line", "jsonl"),
        ("json", "json"),
    )
    ending = next((ending for word, ending in kinds if word in code.replace("csv.", ".csv")), "txt")
    return f"data.{ending}"


def _use(node: ast.AST, name: str) -> Usage | None:
    if isinstance(node, ast.Attribute) and _is(node.value, name):
        if node.attr in ("items", "keys", "get", "values"):
            return Usage.MAPPING
        if node.attr in _TEXT_MEMBERS:
            return Usage.TEXT
        return Usage.TENSOR if node.attr in _TENSOR_MEMBERS else None
    if isinstance(node, ast.Call):
        return _use_in_call(node, name)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return Usage.TENSOR if _is(node.left, name) or _is(node.right, name) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
        return Usage.SET if _is(node.left, name) or _is(node.right, name) else None
    if isinstance(node, ast.For | ast.comprehension) and _is(node.iter, name):
        return Usage.SEQUENCE
    if isinstance(node, ast.Slice):
        return Usage.NUMBER if any(_is(part, name) for part in (node.lower, node.upper)) else None
    if isinstance(node, ast.Subscript) and _is(node.value, name):
        if isinstance(node.slice, ast.Slice):
            return Usage.SEQUENCE
        is_key = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
        return Usage.MAPPING if is_key else None
    return None


def _use_in_call(node: ast.Call, name: str) -> Usage | None:
    called = ast.unparse(node.func)
    if called == name:
        return Usage.CALLED
    if called == f"{name}.split" and not any(_is_number(one) for one in node.args):
        return Usage.TEXT
    if called in _JOIN and node.args and any(_is(one, name) for one in _elements(node.args[0])):
        return Usage.TENSOR
    if not any(_is(argument, name) for argument in node.args):
        return None
    if called in ("range", "int") or called.rpartition(".")[2] in _OF_SIZES:
        return Usage.NUMBER
    if called.rpartition(".")[2] in _OPENERS:
        return Usage.PATH
    if called in _OF_ITEMS or called.rpartition(".")[2] in _OF_LISTS:
        return Usage.SEQUENCE
    is_first = bool(node.args) and _is(node.args[0], name)
    return Usage.TENSOR if is_first and called.startswith(_LIBRARIES) else None


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.List | ast.Tuple) else []


def _is(node: ast.AST | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_number(node: ast.expr) -> bool:
    """Tensors are split by sizes, texts by nothing or another text."""
    return not (isinstance(node, ast.Constant) and isinstance(node.value, str))
