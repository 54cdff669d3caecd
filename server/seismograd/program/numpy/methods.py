"""Methods and attributes of arrays and tables, which torch tensors have not or have otherwise."""

from __future__ import annotations

from seismograd.program.numpy.arrays import dtype_name, flattened, length, transposed
from seismograd.program.numpy.sources import known_classes, root_of
from seismograd.program.operations import chain
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import AttributeModel, Library, Model
from seismograd.source.evaluate.values import Const, Tensor, Value

_ARRAY_ROOTS = ("keras.datasets.", "numpy.", "pandas.", "sklearn.", "scipy.")
_INTO_TORCH = frozenset({"FloatTensor", "LongTensor", "Tensor", "from_numpy"})
_SELECTING = (
    "drop", "drop_duplicates", "dropna", "filter", "head", "nlargest", "query", "reset_index",
    "sample", "set_index", "sort_values", "tail", "take", "shuffle",
)  # fmt: skip
_CLEANING = ("fillna", "interpolate", "replace", "ffill", "bfill", "rename")
_REDUCING = ("max", "mean", "min", "std", "sum", "var", "prod", "all", "any", "median")


def register(library: Library) -> None:
    methods = library.methods
    methods["Tensor.astype"] = _cast
    methods["?.astype"] = _cast
    for name in ("to_numpy", "toarray", "todense"):
        methods[f"Tensor.{name}"] = _as_array
    methods["Tensor.copy"] = _as_array
    methods["Tensor.ravel"] = _flattened
    methods["Tensor.unique"] = _unique
    methods["Tensor.nunique"] = _count_unique
    for name in _SELECTING:
        methods[f"Tensor.{name}"] = _derived("getitem")
    for name in _CLEANING:
        methods[f"Tensor.{name}"] = _derived("clone")
    methods["Tensor.apply"] = _derived("mapped")
    methods["Tensor.map"] = _derived("mapped")
    methods["Tensor.repeat"] = _for_arrays(_derived("repeat_interleave"), methods)
    for name in _REDUCING:
        methods[f"Tensor.{name}"] = _for_arrays(_reduced, methods, name)
    methods["Tensor.flatten"] = _for_arrays(_flattened, methods, "flatten")
    methods["Tensor.transpose"] = _for_arrays(
        lambda call: transposed(call, call.receiver, 0), methods, "transpose"
    )
    library.attributes["Tensor"] = _attribute(library.attributes.get("Tensor"))


def is_array(value: Value | None) -> bool:
    """Whether a tensor is an array or table outside any framework."""
    root = root_of(value)
    path = root.call.path if root is not None and root.call is not None else ""
    if not path.startswith(_ARRAY_ROOTS):
        return False
    return not any(step.op in _INTO_TORCH or _is_torch(step) for step in chain(value))


def _is_torch(step: Tensor) -> bool:
    return step.call is not None and step.call.path.startswith(("torch.", "tensorflow."))


def _for_arrays(model: Model, methods: dict[str, Model], name: str = "repeat") -> Model:
    """A model for arrays that leaves other tensors to the model there was."""
    otherwise = methods.get(f"Tensor.{name}")

    def chosen(call: Call) -> Value | None:
        if otherwise is None or is_array(call.receiver):
            return model(call)
        return otherwise(call)

    return chosen


def _derived(op: str) -> Model:
    def model(call: Call) -> Value | None:
        return None if call.receiver is None else operate(op, (call.receiver,), call)

    return model


def _cast(call: Call) -> Value | None:
    if call.receiver is None:
        return None
    return operate("cast", (call.receiver,), call, dtype=dtype_name(call.value(0, "dtype")))


def _as_array(call: Call) -> Value | None:
    if call.receiver is None:
        return None
    dtype = dtype_name(call.value(0, "dtype"))
    return operate("cast" if dtype else "clone", (call.receiver,), call, dtype=dtype)


def _flattened(call: Call) -> Value:
    return flattened(call, call.receiver)


def _reduced(call: Call) -> Value | None:
    receiver = call.receiver
    if receiver is None:
        return None
    classes = known_classes(receiver) if call.method == "max" and not call.positional else None
    if classes is not None:
        return Const(classes - 1, call.place)
    op = "mean" if call.method == "median" else call.method
    return operate(op, (receiver, *(argument.value for argument in call.positional)), call)


def _unique(call: Call) -> Value | None:
    receiver = call.receiver
    if not isinstance(receiver, Tensor):
        return None
    result = operate("unique", (receiver,), call)
    result.shape = (known_classes(receiver),)
    return result


def _count_unique(call: Call) -> Value | None:
    unique = _unique(call)
    return length(unique, call) if isinstance(unique, Tensor) else None


def _attribute(otherwise: AttributeModel | None) -> AttributeModel:
    def model(base: Value, name: str, run: Interpreter) -> Value | None:
        found = None if otherwise is None else otherwise(base, name, run)
        if not isinstance(base, Tensor) or base.place is None:
            return found
        if name == "values" or (name == "data" and is_array(base)):
            return _same(base, name, run)
        if name in ("iloc", "loc", "str", "dt", "at", "iat"):
            return base
        return found

    return model


def _same(base: Tensor, name: str, run: Interpreter) -> Value:
    """The same numbers under another name, the same object each time."""
    assert base.place is not None
    base.members = base.members or {}
    known = base.members.get(name)
    if known is None:
        call = Call(f"Tensor.{name}", [Argument(base, base.place)], {}, base.place, run)
        call.receiver = base
        known = base.members[name] = operate("clone", (base,), call)
    return known
