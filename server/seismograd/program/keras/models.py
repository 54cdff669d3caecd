"""Models: sequential ones, graphs between inputs and outputs, and models within models."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.program.keras.layers import inputs_of
from seismograd.program.keras.names import INPUT, LAYER, MODEL, SEQUENTIAL
from seismograd.program.operations import ancestors
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Dim,
    Instance,
    Mapping,
    Object,
    Sequence,
    Shape,
    Size,
    Tensor,
    Unknown,
    Value,
    integer,
    text,
)

BATCH = Dim(1, ("batch",))
HELD = "<layers>"
INPUTS = "<inputs>"
OUTPUTS = "<outputs>"
Holder = Object | Instance


@dataclass(frozen=True, slots=True)
class NestedRun:
    """A model that was applied within another: the tensors between its input and its output."""

    model: Value
    tensors: tuple[Tensor, ...]


def register(library: Library) -> None:
    library.functions[INPUT] = make_input
    library.functions[MODEL] = _make_model
    library.object_calls[SEQUENTIAL] = run_sequential
    library.object_calls[MODEL] = run_model
    library.object_calls[LAYER] = _run_unknown_layer
    library.methods[f"{MODEL}.__init__"] = _initialise
    library.methods[f"{MODEL}.add"] = _add
    library.methods[f"{MODEL}.pop"] = _pop
    library.methods[f"{MODEL}.build"] = _build
    library.methods[f"{MODEL}.get_layer"] = _get_layer
    library.methods[f"{LAYER}.add_weight"] = _add_weight
    library.methods[f"{MODEL}.add_weight"] = _add_weight
    for name in ("input", "inputs", "output", "outputs", "layers"):
        library.attributes[f"{MODEL}.{name}"] = _model_attribute
    library.iterations.append(_children_in_subclass)


def shape_of(value: Value | None) -> Shape:
    """A shape given as a tuple or list; None for a size stands for any."""
    if isinstance(value, Const) and isinstance(value.value, int):
        return (value.value,)
    if not isinstance(value, Sequence) or value.open:
        return None
    return tuple(_size(item) for item in value.items)


def _size(value: Value) -> Size:
    return integer(value)


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


def _make_model(call: Call) -> Value | None:
    model = Object(MODEL, call, call.place)
    given, outputs = call.value(0, "inputs"), call.value(1, "outputs")
    given = given or call.value(None, "input")
    outputs = outputs or call.value(None, "output")
    if given is not None and outputs is not None:
        model.attributes[INPUTS] = given
        model.attributes[OUTPUTS] = outputs
    return model


def _initialise(call: Call) -> Value | None:
    """`super().__init__(inputs, outputs)` in a subclass, or a list of layers."""
    model = call.receiver
    if not isinstance(model, Instance):
        return None
    store = call.interpreter.store
    given, outputs = call.value(0, "inputs"), call.value(1, "outputs")
    if SEQUENTIAL in model.cls.library_bases:
        store.set(model.attributes, HELD, _given(call))
    elif given is not None and outputs is not None:
        store.set(model.attributes, INPUTS, given)
        store.set(model.attributes, OUTPUTS, outputs)
    return Const(None, call.place)


# -- sequential ------------------------------------------------------------------------------


def is_sequential(value: Value | None) -> bool:
    if isinstance(value, Instance):
        return SEQUENTIAL in value.cls.library_bases
    return isinstance(value, Object) and value.path == SEQUENTIAL


def held(model: Holder) -> Sequence:
    """The layers of a sequential model as they were listed or added, inputs among them."""
    found = model.attributes.get(HELD)
    if not isinstance(found, Sequence):
        call = model.call
        found = Sequence("list", [], model.place) if call is None else _given(call)
        model.attributes[HELD] = found
    return found


def _given(call: Call) -> Sequence:
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
    _note_nested(call, model, inputs, result)
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
        value = run.invocation.call(layer, step, run.module_frame(place))
    return value


def _note_nested(call: Call, model: Value, inputs: tuple[Value, ...], result: Value) -> None:
    outside = {id(tensor) for value in inputs for tensor in ancestors(value)}
    inside = tuple(tensor for output in each_tensor(result) for tensor in ancestors(output)
                   if id(tensor) not in outside)  # fmt: skip
    call.interpreter.notes.append(NestedRun(model, inside))


# -- graphs ----------------------------------------------------------------------------------


def each_tensor(value: Value | None) -> list[Tensor]:
    """The tensors in a structure of inputs or outputs, in order."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, Sequence):
        return [tensor for item in value.items for tensor in each_tensor(item)]
    if isinstance(value, Mapping):
        return [tensor for item in value.items.values() for tensor in each_tensor(item)]
    return []


def run_model(call: Call) -> Value | None:
    """Apply a model that was made from inputs and outputs to something else."""
    model = call.receiver
    inputs = inputs_of(call)
    if not isinstance(model, Object | Instance):
        return None
    if is_sequential(model):
        return run_sequential(call)
    ends = model.attributes.get(OUTPUTS)
    starts = each_tensor(model.attributes.get(INPUTS))
    if ends is None or not starts or len(starts) != len(inputs):
        return operate("unknown", inputs, call, layer=model)
    result = _Replay(call, dict(zip(map(id, starts), inputs, strict=True))).value(ends)
    _note_nested(call, model, inputs, result)
    return result


class _Replay:
    """A graph of tensors computed again from other inputs."""

    def __init__(self, call: Call, known: dict[int, Value]) -> None:
        self._call = call
        self._known = known
        self._calls: dict[int, Call] = {}

    def value(self, value: Value) -> Value:
        if isinstance(value, Sequence):
            items = [self.value(item) for item in value.items]
            return Sequence(value.kind, items, value.place, value.open)
        if isinstance(value, Mapping):
            return Mapping({k: self.value(v) for k, v in value.items.items()}, value.place)
        return self._tensor(value) if isinstance(value, Tensor) else value

    def _tensor(self, tensor: Tensor) -> Value:
        if id(tensor) not in self._known:
            self._known[id(tensor)] = self._again(tensor)
        return self._known[id(tensor)]

    def _again(self, tensor: Tensor) -> Value:
        if tensor.call is None or not tensor.inputs:
            return tensor
        inputs = tuple(self.value(value) for value in tensor.inputs)
        call = self._copied(tensor.call)
        built = tensor.layer.call if isinstance(tensor.layer, Object) else None
        made = operate(tensor.op, inputs, call, layer=tensor.layer, built=built)
        made.place, made.dtype = tensor.place, tensor.dtype
        made.shape = made.shape or tensor.shape
        return made

    def _copied(self, call: Call) -> Call:
        """Both tensors of a layer with its own activation come from one call again."""
        if id(call) not in self._calls:
            again = Call(call.path, call.positional, call.keywords, call.place, call.interpreter)
            again.receiver = call.receiver
            with call.interpreter.muted():
                call.interpreter.record(again)
            self._calls[id(call)] = again
        return self._calls[id(call)]


def _run_unknown_layer(call: Call) -> Value | None:
    """A layer nothing is known of: its output depends on its inputs, that is all."""
    return operate("unknown", inputs_of(call), call, layer=call.receiver)


# -- looking into models ---------------------------------------------------------------------


def _model_attribute(base: Value, name: str, run: Interpreter) -> Value | None:
    if not isinstance(base, Object | Instance):
        return None
    if name == "layers":
        layers = children(base) if is_sequential(base) else None
        return None if layers is None else Sequence("list", layers, base.place)
    found = base.attributes.get(INPUTS if name.startswith("input") else OUTPUTS)
    if found is None:
        if not isinstance(base, Object) or base.place is None:
            return None
        _open_up(base, run)
        found = base.attributes[INPUTS if name.startswith("input") else OUTPUTS]
    return found


def _open_up(model: Object, run: Interpreter) -> None:
    """Give a model that was not made from tensors the tensors that its attributes promise."""
    assert model.place is not None
    entry = declared_input(model) or _application_input(model)
    call = Call(f"{model.path}.__call__", [Argument(entry, model.place)], {}, model.place, run)
    call.receiver = model
    with run.muted():
        result = run_sequential(call) if is_sequential(model) else None
        run.record(call)
    result = result or operate("unknown", (entry,), call, layer=model)
    model.attributes[INPUTS], model.attributes[OUTPUTS] = entry, result


def _application_input(model: Object) -> Tensor:
    given = model.call.value(None, "input_tensor")
    if isinstance(given, Tensor):
        return given
    shape = shape_of(model.call.value(None, "input_shape"))
    full = None if shape is None else (BATCH, *shape)
    return Tensor("input", (), full, model.place, call=model.call)


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


def _add_weight(call: Call) -> Value:
    given = call.value(0, "shape")
    shape = shape_of(given if not text(given) else call.value(1, "shape"))
    return Tensor("parameter", (), shape, call.place, call=call)
