"""Methods and attributes of tensors; methods that only tensors have are known on anything."""

from __future__ import annotations

from seismograd.program.tensors import operate
from seismograd.program.torch.functions import TORCH, several_results
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import (
    Const,
    Dim,
    Extent,
    Object,
    Sequence,
    Size,
    Tensor,
    Unknown,
    Value,
    integer,
)

METHODS = TORCH | {
    "view": "view", "view_as": "view", "reshape_as": "reshape", "contiguous": "contiguous",
    "expand": "expand", "expand_as": "expand", "repeat": "repeat", "t": "transpose",
    "to": "device", "cuda": "device", "cpu": "device", "float": "cast", "double": "cast",
    "half": "cast", "bfloat16": "cast", "long": "cast", "int": "cast", "bool": "cast",
    "type": "cast", "type_as": "cast", "requires_grad_": "requires_grad", "item": "item",
    "numpy": "numpy", "tolist": "item", "masked_fill_": "masked_fill", "clamp_": "clamp",
    "add_": "add_", "mul_": "mul_", "sub_": "sub_", "div_": "div_", "zero_": "zero_",
    "fill_": "fill_", "copy_": "copy_", "relu_": "relu", "sigmoid_": "sigmoid",
    "clamp_min": "clamp", "clamp_max": "clamp", "chunk": "split", "split": "split",
    "unbind": "split", "size": "size", "dim": "ndim", "numel": "numel", "detach_": "detach",
    "index_select": "getitem", "scatter_": "scatter", "unflatten": "unflatten",
}  # fmt: skip

# Names that lists, dicts, strings, arrays or sessions have too say nothing about the receiver.
SHARED_NAMES = frozenset(
    {"add", "copy", "dot", "exp", "max", "mean", "min", "norm", "numpy", "pow", "prod", "round",
     "size", "sort", "split", "square", "std", "sum", "t", "to", "type", "var", "where", "eq",
     "item", "int", "float", "sign", "abs", "div", "sub", "mul", "clip", "flip", "roll", "log",
     "dim", "sqrt", "sin", "cos", "repeat", "tolist", "bool", "double", "half", "long", "dropout",
     "cuda", "cpu", "reshape", "transpose", "squeeze", "flatten", "argmax", "argmin", "cumsum"}
)  # fmt: skip

INTEGER_CASTS = {"long": "int64", "int": "int32", "bool": "bool", "float": "float32",
                 "double": "float64", "half": "float16", "bfloat16": "bfloat16"}  # fmt: skip


def register(library: Library) -> None:
    for name, op in METHODS.items():
        library.methods[f"Tensor.{name}"] = _method(op)
        if name not in SHARED_NAMES:
            library.methods[f"*.{name}"] = _method(op)
    for name in ("detach", "view", "long", "item", "to", "cuda", "cpu", "float", "sum", "mean",
                 "max", "argmax", "reshape", "squeeze", "flatten", "numpy"):  # fmt: skip
        library.methods[f"?.{name}"] = _method(METHODS[name])
    library.methods["Tensor.size"] = _size
    library.methods["Tensor.dim"] = _rank
    for name in ("chunk", "split", "unbind"):
        library.methods[f"Tensor.{name}"] = _pieces
    library.attributes["Tensor"] = tensor_attribute


def _method(op: str) -> Model:
    def model(call: Call) -> Value | None:
        receiver = call.receiver
        if receiver is None:
            return None
        inputs = (receiver, *(argument.value for argument in call.positional))
        result = operate(op, inputs, call, dtype=INTEGER_CASTS.get(call.method))
        return several_results(op, result, call)

    return model


def _size(call: Call) -> Value | None:
    receiver = call.receiver
    if not isinstance(receiver, Tensor):
        return None
    axis = call.integer(0, "dim")
    if not call.positional and not call.keywords:
        return shape_value(receiver)
    return extent(receiver, axis, call)


def shape_value(tensor: Tensor) -> Value:
    """The shape of a tensor as a value of the program."""
    if tensor.shape is None:
        if tensor.members is None:
            tensor.members = {}
        return tensor.members.setdefault("shape", ShapeOf(tensor))
    items = [size_value(size, index, tensor) for index, size in enumerate(tensor.shape)]
    return Sequence("tuple", items, tensor.place)


class ShapeOf(Unknown):
    """The shape of a tensor of unknown rank."""

    __slots__ = ("tensor",)

    def __init__(self, tensor: Tensor) -> None:
        super().__init__(tensor.place, "shape")
        self.tensor = tensor


def extent(tensor: Tensor, axis: int | None, call: Call) -> Value:
    """The size of one axis."""
    shape = tensor.shape
    if axis is None:
        return Unknown(call.place, "size")
    if shape is None or not -len(shape) <= axis < len(shape):
        return Extent(Dim(1, (f"{id(tensor):x}[{axis}]",)), call.place)
    return size_value(shape[axis], axis % len(shape), tensor)


def size_value(size: Size, axis: int, tensor: Tensor) -> Value:
    if isinstance(size, int):
        return Const(size, tensor.place)
    if isinstance(size, Dim):
        return Extent(size, tensor.place)
    return Extent(Dim(1, (f"{id(tensor):x}[{axis}]",)), tensor.place)


def _rank(call: Call) -> Value | None:
    receiver = call.receiver
    if isinstance(receiver, Tensor) and receiver.shape is not None:
        return Const(len(receiver.shape), call.place)
    return Unknown(call.place, "dim")


def _pieces(call: Call) -> Value | None:
    receiver = call.receiver
    if receiver is None:
        return None
    count = call.integer(0, "chunks")
    pieces = call.method == "chunk" and count is not None and 0 < count <= 64
    piece = [operate("split", (receiver,), call) for _ in range(count if pieces and count else 1)]
    return Sequence("tuple", list(piece), call.place, not pieces)


def tensor_attribute(base: Value, name: str, run: Interpreter) -> Value | None:
    """`shape`, `data`, `T`, `dtype` and the like."""
    if not isinstance(base, Tensor):
        return None
    if name == "shape":
        return shape_value(base)
    if name in ("data", "T", "mT", "H"):
        place = base.place
        if place is None:
            return None
        call = Call(f"Tensor.{name}", [Argument(base, place)], {}, place, run)
        call.receiver = base
        return operate("detach" if name == "data" else "transpose", (base,), call)
    if name == "ndim" and base.shape is not None:
        return Const(len(base.shape), base.place)
    return None


__all__ = ["Object", "ShapeOf", "extent", "integer", "register", "shape_value", "size_value"]
