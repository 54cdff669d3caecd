"""Sequential models: their layers, in order, and what goes into the first of them."""

from __future__ import annotations

from seismograd.program.keras.layers import inputs_of
from seismograd.program.keras.names import INPUT, MODEL, SEQUENTIAL
from seismograd.program.keras.structures import BATCH, INPUTS, Holder, note_nested, shape_of
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Instance,
    Object,
    Sequence,
    Shape,
    Tensor,
    Unknown,
    Value,
    integer,
    text,
)


def register(library: Library) -> None:
    library.functions[INPUT] = make_input
    library.object_calls[SEQUENTIAL] = run_sequential
    library.methods[f"{MODEL}.add"] = _add
    library.methods[f"{MODEL}.pop"] = _pop
    library.methods[f"{MODEL}.build"] = _build
    library.methods[f"{MODEL}.get_layer"] = _get_layer
    library.iterations.append(_children_in_subclass)


HELD = "<layers>"


def make_input(call: Call) -> Value:
    """`keras.Input(...)`: where data enters a graph."""
    return Tensor("input", (), _input_shape(call, 0, "shape"), call.place, call=call,
                  dtype=call.text(None, "dtype", "float32"))  # fmt: skip


def _input_shape(call: Call, index: int | None, *names: str) -> Shape:
    whole = call.value(None, "batch_shape") or call.value(None, "batch_input_shape")
    if whole is not None:
        found = shape_of(whole)
        return None if not found else (found[0] or BATCH, *found[1:])
    given = next((v for n in names if (v := call.value(index, n)) is not None), None)
    inner = shape_of(given)
    return None if inner is None else (BATCH, *inner)


def is_sequential(value: Value | None) -> bool:
    if isinstance(value, Instance):
        return SEQUENTIAL in value.cls.library_bases
    return isinstance(value, Object) and value.path == SEQUENTIAL


def held(model: Holder) -> Sequence:
    """The layers of a sequential model as they were listed or added, inputs among them."""
    found = model.attributes.get(HELD)
    if not isinstance(found, Sequence):
        call = model.call
        found = Sequence("list", [], model.place) if call is None else given_layers(call)
        model.attributes[HELD] = found
    return found


def given_layers(call: Call) -> Sequence:
    layers = call.value(0, "layers")
    if layers is None or (isinstance(layers, Const) and layers.value is None):
        return Sequence("list", [], call.place, call.open)
    if isinstance(layers, Sequence):
        return Sequence("list", list(layers.items), call.place, layers.open)
    return Sequence("list", [], call.place, True)


def children(model: Holder) -> list[Value] | None:
    """The layers of a sequential model as Keras counts them, where all are known."""
    found = held(model)
    return None if found.open else [item for item in found.items if not is_input(item)]


def is_input(value: Value) -> bool:
    if isinstance(value, Tensor):
        return value.op == "input"
    return isinstance(value, Object) and value.path == "keras.layers.InputLayer"


def _children_in_subclass(value: Value) -> list[Value] | None:
    if isinstance(value, Instance) and SEQUENTIAL in value.cls.library_bases:
        return children(value)
    return None


def _add(call: Call) -> Value | None:
    model = call.receiver
    layer = call.value(0, "layer")
    if isinstance(model, Object | Instance) and layer is not None:
        found = held(model)
        open_ = found.open or call.interpreter.loop is not None
        call.interpreter.store.set_items(found, [*found.items, layer], open_)
    return Const(None, call.place)


def _pop(call: Call) -> Value | None:
    model = call.receiver
    if isinstance(model, Object | Instance) and is_sequential(model):
        found = held(model)
        last = found.items[-1] if found.items and not found.open else None
        call.interpreter.store.set_items(found, found.items[:-1], found.open)
        return last or Unknown(call.place, "layer")
    return None


def _build(call: Call) -> Value | None:
    """`model.build(input_shape)` says what goes in, as an input layer does."""
    model = call.receiver
    shape = shape_of(call.value(0, "input_shape"))
    if isinstance(model, Object | Instance) and is_sequential(model) and shape:
        found = held(model)
        if declared_input(model) is None:
            entry = Tensor("input", (), (BATCH, *shape[1:]), call.place, call=call)
            call.interpreter.store.set_items(found, [entry, *found.items], found.open)
    return Const(None, call.place)


def declared_input(model: Value | None, depth: int = 0) -> Tensor | None:
    """What a sequential model says that goes into it."""
    if not isinstance(model, Object | Instance) or depth > 8:
        return None
    if isinstance(model, Object) and model.path.startswith("keras.layers."):
        return _declared_by_layer(model, depth)
    if not is_sequential(model):
        return _first_tensor(model.attributes.get(INPUTS))
    items = held(model).items
    if items and isinstance(items[0], Tensor):
        return items[0]
    return declared_input(items[0], depth + 1) if items else None


def _declared_by_layer(layer: Object, depth: int) -> Tensor | None:
    call = layer.call
    shape = _input_shape(call, 0 if layer.path.endswith(".InputLayer") else None,
                         "input_shape", "shape")  # fmt: skip
    if shape is None and layer.path == "keras.layers.Embedding":
        length = call.integer(None, "input_length")
        shape = None if length is None else (BATCH, length)
    elif shape is None and "input_dim" in call.keywords:
        width = call.integer(None, "input_dim")
        steps = call.value(None, "input_length")
        shape = (BATCH, width) if steps is None else (BATCH, integer(steps), width)
    if shape is not None:
        return Tensor("input", (), shape, layer.place, call=call)
    wrapped = call.value(0, "layer")
    return declared_input(wrapped, depth + 1) if isinstance(wrapped, Object) else None


def _first_tensor(value: Value | None) -> Tensor | None:
    if isinstance(value, Sequence) and len(value.items) == 1:
        value = value.items[0]
    return value if isinstance(value, Tensor) else None


def run_sequential(call: Call) -> Value | None:
    """Apply a sequential model layer by layer."""
    model = call.receiver
    inputs = inputs_of(call)
    value: Value = inputs[0] if inputs else Unknown(call.place, "input")
    if not isinstance(model, Object | Instance):
        return None
    layers = children(model)
    if layers is None:
        return operate("unknown", (value,), call, layer=model)
    result = _pass_through(layers, _described(value, model), call)
    note_nested(call, model, inputs, result)
    return result


def _described(value: Value, model: Holder) -> Value:
    """Data of which nothing is known has the shape that the model declares."""
    declared = declared_input(model)
    if declared is None or (isinstance(value, Tensor) and value.shape is not None):
        return value
    shaped = Tensor("identity", (value,), declared.shape, value.place, call=declared.call)
    return shaped if isinstance(value, Tensor) else value


def _pass_through(layers: list[Value], value: Value, call: Call) -> Value:
    run = call.interpreter
    for layer in layers:
        place = layer.place or call.place
        step = Call("", [Argument(value, place)], {}, place, run)
        run.spend(1)
        value = run.invocation.call(layer, step, run.module_frame(place))
    return value


def _get_layer(call: Call) -> Value | None:
    model = call.receiver
    if not isinstance(model, Object | Instance) or not is_sequential(model):
        return None
    layers = children(model)
    index = call.integer(1, "index")
    if layers is None:
        return None
    if index is not None and -len(layers) <= index < len(layers):
        return layers[index]
    name = call.text(0, "name")
    return next((layer for layer in layers if name is not None and _name(layer) == name), None)


def _name(layer: Value) -> str | None:
    return text(layer.call.value(None, "name")) if isinstance(layer, Object) else None
