"""Models made from the tensors between inputs and outputs, and models within models."""

from __future__ import annotations

from seismograd.program.keras.layers import inputs_of
from seismograd.program.keras.names import LAYER, MODEL, SEQUENTIAL
from seismograd.program.keras.sequential import (
    HELD,
    children,
    declared_input,
    given_layers,
    is_sequential,
    run_sequential,
)
from seismograd.program.keras.structures import (
    BATCH,
    INPUTS,
    OUTPUTS,
    each_tensor,
    note_nested,
    shape_of,
)
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Instance,
    Mapping,
    Object,
    Sequence,
    Tensor,
    Value,
    text,
)


def register(library: Library) -> None:
    library.functions[MODEL] = _make_model
    library.object_calls[MODEL] = run_model
    library.object_calls[LAYER] = _run_unknown_layer
    library.methods[f"{MODEL}.__init__"] = _initialise
    library.methods[f"{LAYER}.add_weight"] = _add_weight
    library.methods[f"{MODEL}.add_weight"] = _add_weight
    for name in ("input", "inputs", "output", "outputs", "layers"):
        library.attributes[f"{MODEL}.{name}"] = _model_attribute


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
        store.set(model.attributes, HELD, given_layers(call))
    elif given is not None and outputs is not None:
        store.set(model.attributes, INPUTS, given)
        store.set(model.attributes, OUTPUTS, outputs)
    return Const(None, call.place)


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
    note_nested(call, model, inputs, result)
    return result


class _Replay:
    """A graph of tensors computed again from other inputs."""

    def __init__(self, call: Call, known: dict[int, Value]) -> None:
        self._call = call
        self._known = known
        self._calls: dict[int, Call] = {}

    def value(self, value: Value) -> Value:
        if not isinstance(value, Sequence | Mapping):
            return self._tensor(value) if isinstance(value, Tensor) else value
        if id(value) not in self._known:
            self._known[id(value)] = self._structure(value)
        return self._known[id(value)]

    def _structure(self, value: Sequence | Mapping) -> Value:
        if isinstance(value, Sequence):
            items = [self.value(item) for item in value.items]
            return Sequence(value.kind, items, value.place, value.open)
        return Mapping({k: self.value(v) for k, v in value.items.items()}, value.place)

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


def _add_weight(call: Call) -> Value:
    given = call.value(0, "shape")
    shape = shape_of(given if not text(given) else call.value(1, "shape"))
    return Tensor("parameter", (), shape, call.place, call=call)
