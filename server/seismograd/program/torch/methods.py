"""Methods and attributes of tensors; methods that only tensors have are known on anything."""

from __future__ import annotations

from seismograd.program.shapes.sizes import UNNAMED, product
from seismograd.program.tensors import operate
from seismograd.program.torch.functions import creation, pieces, several_results
from seismograd.program.torch.vocabulary import CASTS, METHODS, NEW_CREATION, SHARED_NAMES
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import (
    Const,
    Dim,
    Extent,
    Sequence,
    Size,
    Symbol,
    Tensor,
    Unknown,
    Value,
    integer,
)

_ON_UNKNOWN = (
    "detach", "view", "long", "item", "to", "cuda", "cpu", "float", "sum", "mean", "max",
    "argmax", "reshape", "squeeze", "flatten", "numpy",
)  # fmt: skip
_RESHAPING_IN_PLACE = frozenset({"squeeze_", "unsqueeze_"})
_TYPES = {"long": "int64", "float": "float32", "int": "int32", "double": "float64",
          "half": "float16"}  # fmt: skip


def register(library: Library) -> None:
    for name, op in METHODS.items():
        library.methods[f"Tensor.{name}"] = _method(op)
        if name not in SHARED_NAMES:
            library.methods[f"*.{name}"] = _method(op)
    for name in _ON_UNKNOWN:
        library.methods[f"?.{name}"] = _method(METHODS[name])
    for name, made in NEW_CREATION.items():
        library.methods[f"Tensor.{name}"] = creation(made)
    library.methods["Tensor.size"] = _size
    library.methods["Tensor.dim"] = _rank
    library.methods["Tensor.ndimension"] = _rank
    library.methods["Tensor.numel"] = _count
    for name in ("chunk", "split", "tensor_split", "unbind"):
        library.methods[f"Tensor.{name}"] = pieces
    library.attributes["Tensor"] = tensor_attribute
    library.subscripts.append(_index_shape)


def _method(op: str) -> Model:
    def model(call: Call) -> Value | None:
        receiver = call.receiver
        if receiver is None:
            return None
        inputs = (receiver, *(argument.value for argument in call.positional))
        result = operate(op, inputs, call, dtype=CASTS.get(call.method) or _moved_type(call))
        if call.method in _RESHAPING_IN_PLACE and isinstance(receiver, Tensor):
            receiver.shape = None if call.interpreter.branches else result.shape
        return several_results(op, result, call)

    return model


def _moved_type(call: Call) -> str | None:
    """`x.to(torch.long)` changes the type too."""
    if call.method not in ("to", "type"):
        return None
    values = [a.value for a in call.arguments]
    names = [v.path.removeprefix("torch.") for v in values if isinstance(v, Symbol)]
    found = [name for name in names if name.startswith(("float", "int", "uint", "bool", "bfloat",
                                                        "long", "double", "half"))]  # fmt: skip
    return _TYPES.get(found[0], found[0]) if found else None


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


def _index_shape(base: Value, index: Value, call: Call) -> Value | None:
    if isinstance(base, ShapeOf):
        axis = integer(index)
        return None if axis is None else extent(base.tensor, axis, call)
    return None


def extent(tensor: Tensor, axis: int | None, call: Call) -> Value:
    """The size of one axis."""
    shape = tensor.shape
    if axis is None:
        return Unknown(call.place, "size")
    if shape is None or not -len(shape) <= axis < len(shape):
        return Extent(unnamed_size(tensor, axis), call.place)
    return size_value(shape[axis], axis % len(shape), tensor)


def size_value(size: Size, axis: int, tensor: Tensor) -> Value:
    if isinstance(size, int):
        return Const(size, tensor.place)
    return Extent(size if isinstance(size, Dim) else unnamed_size(tensor, axis), tensor.place)


def unnamed_size(tensor: Tensor, axis: int) -> Dim:
    """Of an axis of a tensor of which nothing is known: the same wherever it is asked for."""
    return Dim(1, (f"{UNNAMED}{id(tensor):x}[{axis}]",))


def _rank(call: Call) -> Value | None:
    receiver = call.receiver
    if isinstance(receiver, Tensor) and receiver.shape is not None:
        return Const(len(receiver.shape), call.place)
    return Unknown(call.place, "dim")


def _count(call: Call) -> Value | None:
    receiver = call.receiver
    total = product(receiver.shape) if isinstance(receiver, Tensor) and receiver.shape else None
    if isinstance(total, int):
        return Const(total, call.place)
    return Unknown(call.place, "numel")


def tensor_attribute(base: Value, name: str, run: Interpreter) -> Value | None:
    """`shape`, `data`, `T`, `dtype` and the like."""
    if not isinstance(base, Tensor):
        return None
    if name == "shape":
        return shape_value(base)
    if name in ("data", "T", "mT", "H"):
        return _derived(base, name, run)
    if name == "ndim" and base.shape is not None:
        return Const(len(base.shape), base.place)
    return None


def _derived(base: Tensor, name: str, run: Interpreter) -> Value | None:
    place = base.place
    if place is None:
        return None
    call = Call(f"Tensor.{name}", [Argument(base, place)], {}, place, run)
    call.receiver = base
    return operate("detach" if name == "data" else "transpose", (base,), call)
