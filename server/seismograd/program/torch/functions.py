"""Functions of `torch` and `torch.nn.functional` as operations."""

from __future__ import annotations

from seismograd.program.shapes.joining import piece_shapes
from seismograd.program.shapes.operation import Operation
from seismograd.program.tensors import is_gradient, operate
from seismograd.program.torch.vocabulary import CREATION, FUNCTIONAL, FUNCTIONS, INTEGERS
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import (
    Choice,
    Sequence,
    Shape,
    Stream,
    Symbol,
    Tensor,
    Unknown,
    Value,
    integer,
)

F = "torch.nn.functional"
_TRUTH = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})
_PIECES = ("chunk", "split", "tensor_split", "unbind")
_FROM_DATA = frozenset({"as_tensor", "asarray", "from_numpy"})


def register(library: Library) -> None:
    for name, op in FUNCTIONAL.items():
        library.functions[f"{F}.{name}"] = _operation(op)
    for name, op in FUNCTIONS.items():
        library.functions[f"torch.{name}"] = _operation(op)
    for name in CREATION:
        library.functions[f"torch.{name}"] = creation(name)
    for name in ("cat", "concat", "concatenate", "hstack", "vstack"):
        library.functions[f"torch.{name}"] = _joining("cat")
    library.functions["torch.stack"] = _joining("stack")
    library.functions["torch.nn.Parameter"] = _parameter
    for name in _PIECES:
        library.functions[f"torch.{name}"] = pieces
    library.functions["torch.nn.utils.rnn.pack_padded_sequence"] = _operation("pack")
    library.functions["torch.nn.utils.rnn.pack_sequence"] = _operation("pack")
    library.functions["torch.nn.utils.rnn.pad_packed_sequence"] = _unpacked
    library.operations.append(arithmetic)
    library.subscripts.append(_index_pieces)
    library.subscripts.append(index_tensor)


def _operation(op: str) -> Model:
    def model(call: Call) -> Value:
        inputs = tuple(argument.value for argument in call.positional)
        if not inputs:
            inputs = tuple(argument.value for argument in call.keywords.values())[:1]
        return several_results(op, operate(op, inputs, call), call)

    return model


def several_results(op: str, result: Tensor, call: Call) -> Value:
    """Reductions along an axis give values and indices."""
    if op in ("topk", "sort") and call.method != "argsort":
        return _with_indices(result, call)
    if op in ("max", "min") and call.method not in ("amax", "amin"):
        axis = call.argument(1 if call.receiver is None else 0, "dim")
        if axis is not None and not isinstance(axis.value, Tensor):
            return _with_indices(result, call)
    return result


def _with_indices(result: Tensor, call: Call) -> Value:
    indices = Tensor("argmax", (result,), result.shape, call.place, call=call, dtype="int64",
                     tracked=False)  # fmt: skip
    both = Sequence("tuple", [result, indices], call.place)
    both.members = {"values": result, "indices": indices}
    return both


def creation(name: str) -> Model:
    """Functions that make a tensor from sizes or numbers."""
    op = "from_numpy" if name in _FROM_DATA else name
    takes_data = op in ("from_numpy", "tensor") or name.endswith(("_like", "Tensor"))

    def model(call: Call) -> Value:
        first = call.value(0, "data") or call.value(0, "input")
        inputs = (first,) if takes_data and first is not None else ()
        return operate(op, inputs, call, dtype=given_type(call) or _natural_type(name))

    return model


def _natural_type(name: str) -> str | None:
    if name in INTEGERS:
        return "int64"
    return None if name in ("tensor", "full") or name in _FROM_DATA else "float32"


def given_type(call: Call) -> str | None:
    """The type of numbers that a call asks for by `dtype=`."""
    given = call.value(None, "dtype")
    if not isinstance(given, Symbol) or not given.path.startswith("torch."):
        return None
    name = given.path.removeprefix("torch.")
    return {"long": "int64", "float": "float32", "int": "int32", "double": "float64",
            "half": "float16"}.get(name, name)  # fmt: skip


def _parameter(call: Call) -> Value:
    return operate("parameter", tuple(a.value for a in call.positional[:1]), call)


def _joining(op: str) -> Model:
    def model(call: Call) -> Value | None:
        parts = call.value(0, "tensors")
        inputs = tuple(parts.items) if isinstance(parts, Sequence) else (parts,) if parts else ()
        return operate(op, inputs, call)

    return model


class Pieces(Stream):
    """The parts of a tensor where it is not known how many there are; each is made when asked."""

    __slots__ = ("call", "parts")

    def __init__(self, element: Tensor, call: Call) -> None:
        super().__init__(element, call.place)
        self.call = call
        self.parts: dict[int, Value] = {0: element}


def pieces(call: Call) -> Value | None:
    """The parts that `split`, `chunk` and `unbind` give."""
    source = call.receiver or call.value(0, "tensor") or call.value(0, "input")
    if source is None:
        return None
    shapes = piece_shapes(Operation("split", (source,), call, None))
    parts = [_piece(source, call, shape) for shape in shapes]
    if len(parts) == 1:
        return Pieces(parts[0], call)
    return Sequence("tuple", list(parts), call.place)


def _piece(source: Value, call: Call, shape: Shape) -> Tensor:
    part = operate("split", (source,), call)
    part.shape = shape
    return part


def _index_pieces(base: Value, index: Value, call: Call) -> Value | None:
    at = integer(index)
    if not isinstance(base, Pieces) or at is None:
        return None
    if at not in base.parts:
        first = base.parts[0]
        assert isinstance(first, Tensor)
        base.parts[at] = _piece(first.inputs[0], base.call, first.shape)
    return base.parts[at]


def _unpacked(call: Call) -> Value:
    source = tuple(argument.value for argument in call.positional[:1])
    lengths = operate("lengths", (), call, dtype="int64")
    return Sequence("tuple", [operate("unpack", source, call), lengths], call.place)


def arithmetic(op: str, operands: tuple[Value, ...], call: Call) -> Value | None:
    """Operators with a tensor among their operands, or a gradient, whose shape does not matter."""
    if op == "mul" and any(map(is_gradient, operands)):
        return Unknown(call.place)
    flat = [option for value in operands
            for option in (value.options if isinstance(value, Choice) else (value,))]  # fmt: skip
    if not any(isinstance(value, Tensor) for value in flat) or op in ("not", "in", "is", "is_not"):
        return None
    return operate(op, operands, call, dtype="bool" if op in _TRUTH else None)


def index_tensor(base: Value, index: Value, call: Call) -> Value | None:
    if isinstance(base, Tensor):
        return operate("getitem", (base, index), call)
    return None
