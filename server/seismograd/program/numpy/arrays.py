"""NumPy functions as operations on tensors, and as plain arithmetic on constants."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from seismograd.program.numpy.sources import known_classes
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.python.folding import fold
from seismograd.source.evaluate.values import (
    Const,
    Dim,
    Extent,
    Sequence,
    Shape,
    Size,
    Symbol,
    Tensor,
    Value,
    text,
)

ELEMENTWISE = {
    "abs": "abs", "absolute": "abs", "add": "add", "arccos": "acos", "arcsin": "asin",
    "around": "round", "ceil": "ceil", "clip": "clamp", "cos": "cos", "cumsum": "cumsum",
    "divide": "div", "equal": "eq", "exp": "exp", "expm1": "expm1", "flip": "flip",
    "fliplr": "flip", "flipud": "flip", "floor": "floor", "greater": "gt",
    "invert": "invert", "less": "lt", "log": "log", "log10": "log", "log1p": "log1p",
    "log2": "log", "maximum": "maximum", "minimum": "minimum", "multiply": "mul",
    "nan_to_num": "clamp", "negative": "neg", "not_equal": "ne", "power": "pow", "rint": "round",
    "roll": "roll", "round": "round", "sign": "sign", "sin": "sin", "sort": "sort",
    "sqrt": "sqrt", "square": "square", "subtract": "sub", "tan": "tan", "tanh": "tanh",
    "true_divide": "div", "where": "where",
}  # fmt: skip
_ROWS = ("vstack", "row_stack")
REDUCTIONS = {
    "all": "all", "amax": "max", "amin": "min", "any": "any", "argmax": "argmax",
    "argmin": "argmin", "average": "mean", "max": "max", "mean": "mean", "median": "mean",
    "min": "min", "nanmax": "max", "nanmean": "mean", "nanmin": "min", "nanstd": "std",
    "prod": "prod", "std": "std", "sum": "sum", "var": "var",
}  # fmt: skip
ARRANGING = {
    "broadcast_to": "expand", "dot": "dot", "einsum": "einsum", "expand_dims": "unsqueeze",
    "matmul": "matmul", "moveaxis": "movedim", "pad": "pad", "reshape": "reshape",
    "squeeze": "squeeze", "swapaxes": "transpose", "tile": "repeat",
}  # fmt: skip
PASSING = {
    "array": "tensor", "asarray": "tensor", "ascontiguousarray": "tensor", "asanyarray": "tensor",
    "copy": "clone",
}  # fmt: skip
_SCALARS: dict[str, Callable[..., Any]] = {
    "abs": abs, "ceil": math.ceil, "cos": math.cos, "exp": math.exp, "floor": math.floor,
    "log": math.log, "log10": math.log10, "log1p": math.log1p, "log2": math.log2, "max": max,
    "min": min, "power": pow, "prod": math.prod, "round": round, "sin": math.sin,
    "sqrt": math.sqrt, "square": lambda number: number * number, "sum": sum,
    "tanh": math.tanh,
}  # fmt: skip
_CASTS = {
    "bool_": bool, "double": float, "float16": float, "float32": float, "float64": float,
    "int16": int, "int32": int, "int64": int, "int8": int, "uint8": int,
}  # fmt: skip
_CREATION = {
    "arange": "arange", "empty": "empty", "eye": "eye", "full": "full", "identity": "eye",
    "ones": "ones", "zeros": "zeros",
}  # fmt: skip
_LIKE = ("empty_like", "full_like", "ones_like", "zeros_like")
_LOADING = ("fromfile", "genfromtxt", "load", "loadtxt")
DEFAULT_STEPS = 50


def register(library: Library) -> None:
    functions = library.functions
    for name, op in (ELEMENTWISE | REDUCTIONS | ARRANGING).items():
        functions[f"numpy.{name}"] = _operation(name, op)
    for name, op in PASSING.items():
        functions[f"numpy.{name}"] = _from_value(op)
    for name, op in _CREATION.items():
        functions[f"numpy.{name}"] = _created(op)
    for name in _LIKE:
        functions[f"numpy.{name}"] = _operation(name, name)
    for name in _LOADING:
        functions[f"numpy.{name}"] = _loaded
    for name, cast in _CASTS.items():
        functions[f"numpy.{name}"] = _scalar_cast(name, cast)
    functions["numpy.linspace"] = _linspace
    functions["numpy.unique"] = _unique
    functions["numpy.ravel"] = lambda call: flattened(call, call.value(0, "a"))
    functions["numpy.transpose"] = lambda call: transposed(call, call.value(0, "a"), 1)
    for name in ("concatenate", "stack", "vstack", "hstack", "row_stack", "dstack",
                 "column_stack", "append"):  # fmt: skip
        functions[f"numpy.{name}"] = _joined
    functions["builtins.len"] = _length(functions.get("builtins.len"))
    functions["builtins.set"] = _distinct(functions.get("builtins.set"))
    functions["builtins.max"] = _largest(functions.get("builtins.max"))
    library.constants.update({"numpy.pi": math.pi, "numpy.e": math.e, "numpy.inf": math.inf,
                              "numpy.nan": math.nan})  # fmt: skip
    for name in ("newaxis",):
        library.constants[f"numpy.{name}"] = None


def dtype_name(value: Value | None) -> str | None:
    """A data type given as text, as `np.float32`, or as a Python type."""
    named = text(value)
    if named is not None:
        return {"float": "float64", "int": "int64"}.get(named, named)
    if not isinstance(value, Symbol):
        return None
    module, _, name = value.path.rpartition(".")
    if module == "builtins":
        return {"float": "float64", "int": "int64", "bool": "bool", "str": "str"}.get(name)
    return name.removesuffix("_")


def has_array(value: Value | None) -> bool:
    """Whether a value is a tensor or a list that holds one."""
    if isinstance(value, Sequence):
        return any(has_array(item) for item in value.items[:8])
    return isinstance(value, Tensor)


def _operation(name: str, op: str) -> Model:
    def model(call: Call) -> Value | None:
        inputs = tuple(argument.value for argument in call.positional)
        inputs = inputs or tuple(argument.value for argument in call.keywords.values())[:1]
        if not any(has_array(value) for value in inputs):
            scalar = _SCALARS.get(name)
            folded = fold(call, scalar, list(inputs)) if scalar and not call.keywords else None
            if folded is not None:
                return folded
        classes = _largest_label(op, inputs, call)
        return classes or operate(op, inputs, call)

    return model


def _largest_label(op: str, inputs: tuple[Value, ...], call: Call) -> Value | None:
    """The largest label of a well-known data set is a number that is known."""
    alone = len(inputs) == 1 and not call.keywords
    classes = known_classes(inputs[0]) if op == "max" and alone else None
    return None if classes is None else Const(classes - 1, call.place)


def _from_value(op: str) -> Model:
    def model(call: Call) -> Value:
        given = call.argument(0, "object") or call.argument(0, "a")
        dtype = dtype_name(call.value(1, "dtype"))
        inputs = () if given is None else (given.value,)
        if isinstance(inputs[0] if inputs else None, Tensor):
            return operate("cast" if dtype else "clone", inputs, call, dtype=dtype)
        result = operate(op, inputs, call, dtype=dtype)
        if dtype is None and inputs:
            result.dtype = _literal_dtype(inputs[0])
        return result

    return model


def _literal_dtype(value: Value) -> str | None:
    while isinstance(value, Sequence) and value.items:
        value = value.items[0]
    kinds = {bool: "bool", int: "int64", float: "float64", str: "str"}
    return kinds.get(type(value.value)) if isinstance(value, Const) else None


def _created(op: str) -> Model:
    def model(call: Call) -> Value:
        result = operate(op, (), call, dtype=dtype_name(call.value(None, "dtype")))
        if result.dtype is None and op != "arange":
            result.dtype = "float64"
        if op == "full" and isinstance(call.value(0, "shape"), Sequence | Const):
            result.shape = sizes(call.value(0, "shape"))
        return result

    return model


def sizes(value: Value | None) -> Shape:
    """A shape given as a number or a list of numbers."""
    items = value.items if isinstance(value, Sequence) and not value.open else [value]
    if value is None or any(not isinstance(item, Const | Extent) for item in items):
        return None
    return tuple(_size(item) for item in items)


def _size(value: Value | None) -> Size:
    if isinstance(value, Extent):
        return value.dim
    known = value.value if isinstance(value, Const) else None
    return known if isinstance(known, int) else None


def _loaded(call: Call) -> Value:
    return Tensor("data", (), None, call.place, call=call)


def _scalar_cast(name: str, cast: Callable[..., Any]) -> Model:
    def model(call: Call) -> Value | None:
        given = call.value(0, "x")
        if isinstance(given, Tensor):
            return operate("cast", (given,), call, dtype=name)
        return None if given is None else fold(call, cast, [given])

    return model


def _linspace(call: Call) -> Value:
    result = operate("linspace", (), call, dtype="float64")
    if call.argument(2, "num") is None and not call.open:
        result.shape = (DEFAULT_STEPS,)
    return result


def _unique(call: Call) -> Value:
    given = call.value(0, "ar")
    inputs = () if given is None else (given,)
    result = operate("unique", inputs, call)
    result.shape = (known_classes(given),)
    if any(call.flag(None, f"return_{extra}") for extra in ("counts", "index", "inverse")):
        return Sequence("tuple", [result], call.place, True)
    return result


def flattened(call: Call, given: Value | None) -> Value:
    """All axes become one."""
    result = operate("flatten", () if given is None else (given,), call)
    shape = given.shape if isinstance(given, Tensor) else None
    whole = [size for size in shape or () if isinstance(size, int)]
    known = shape is not None and len(whole) == len(shape)
    result.shape = (math.prod(whole) if known else None,)
    return result


def transposed(call: Call, given: Value | None, first: int) -> Value:
    """`transpose` turns all axes around, or puts them in the order given."""
    inputs = () if given is None else (given,)
    order = [argument.value for argument in call.positional[first:]]
    axes = call.value(None, "axes") or (order[0] if order else None)
    listed = axes.items if isinstance(axes, Sequence) else order
    numbers = [item.value if isinstance(item, Const) else None for item in listed]
    result = operate("permute" if listed else "transpose", inputs, call)
    shape = given.shape if isinstance(given, Tensor) else None
    if shape is None:
        result.shape = None
    elif not listed:
        result.shape = shape[::-1]
    elif sorted(n for n in numbers if isinstance(n, int)) == list(range(len(shape))):
        result.shape = tuple(shape[n] for n in numbers if isinstance(n, int))
    return result


def _joined(call: Call) -> Value:
    parts = call.value(0, "arrays") or call.value(0, "tup")
    items = list(parts.items) if isinstance(parts, Sequence) else [parts] if parts else []
    if call.method == "append":
        items = [argument.value for argument in call.positional[:2]]
    if call.method in ("concatenate", "stack"):
        return _joined_along(call, parts, items)
    shape = (
        None
        if isinstance(parts, Sequence) and parts.open
        else _stacked_shape(call.method, [_shape(item) for item in items])
    )
    return Tensor("cat", tuple(items), shape, call.place, call=call, dtype=_dtype_of(items))


def _joined_along(call: Call, parts: Value | None, items: list[Value]) -> Value:
    if isinstance(parts, Sequence) and parts.open:
        return Tensor("cat", tuple(items), None, call.place, call=call, dtype=_dtype_of(items))
    return operate("stack" if call.method == "stack" else "cat", tuple(items), call)


def _dtype_of(items: list[Value]) -> str | None:
    return next((item.dtype for item in items if isinstance(item, Tensor)), None)


def _shape(value: Value) -> Shape:
    return value.shape if isinstance(value, Tensor) else None


def _stacked_shape(method: str, shapes: list[Shape]) -> Shape:
    known = [_as_row_or_column(method, shape) for shape in shapes if shape]
    ranks = {len(shape) for shape in known}
    if len(known) != len(shapes) or len(ranks) != 1 or method in ("dstack", "append"):
        return None
    axis = 0 if method in _ROWS or ranks == {1} else 1
    along = [shape[axis] for shape in known if isinstance(shape[axis], int)]
    total = sum(size for size in along if isinstance(size, int))
    size = total if len(along) == len(known) else None
    return (*known[0][:axis], size, *known[0][axis + 1 :])


def _as_row_or_column(method: str, shape: tuple[Size, ...]) -> tuple[Size, ...]:
    """What stacking makes of a single axis before it joins."""
    if len(shape) != 1:
        return shape
    return (1, *shape) if method in _ROWS else (*shape, 1) if method == "column_stack" else shape


def _length(otherwise: Model | None) -> Model:
    def model(call: Call) -> Value | None:
        thing = call.value(0, "obj")
        if isinstance(thing, Tensor):
            return length(thing, call)
        return None if otherwise is None else otherwise(call)

    return model


def length(tensor: Tensor, call: Call) -> Value:
    """The size of the first axis, by name where it is not a number."""
    size = tensor.shape[0] if tensor.shape else None
    if isinstance(size, int):
        return Const(size, call.place)
    return Extent(size or Dim(1, (f"{id(tensor):x}[0]",)), call.place)


def _largest(otherwise: Model | None) -> Model:
    def model(call: Call) -> Value | None:
        inputs = tuple(argument.value for argument in call.positional)
        label = _largest_label("max", inputs, call)
        return label or (None if otherwise is None else otherwise(call))

    return model


def _distinct(otherwise: Model | None) -> Model:
    def model(call: Call) -> Value | None:
        classes = known_classes(call.value(0, "iterable"))
        if classes is not None:
            labels: list[Value] = [Const(label) for label in range(classes)]
            return Sequence("set", labels, call.place)
        return None if otherwise is None else otherwise(call)

    return model
