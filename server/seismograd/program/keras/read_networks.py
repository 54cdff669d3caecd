"""The networks of a Keras program."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.contents import leaves
from seismograd.program.found_networks import Networks
from seismograd.program.keras.counting import count_layers
from seismograd.program.keras.layers import layer_settings, spec_of
from seismograd.program.keras.names import LAYER, MODEL, SEQUENTIAL
from seismograd.program.keras.sequential import declared_input, held, is_sequential
from seismograd.program.keras.structures import (
    BATCH,
    INPUTS,
    OUTPUTS,
    Holder,
    NestedRun,
    each_tensor,
)
from seismograd.program.model import Layer, Network, Program
from seismograd.program.networks import make_network
from seismograd.program.operations import ancestors
from seismograd.program.units import unknown_call
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import (
    Function,
    Instance,
    Object,
    Tensor,
    Value,
    text,
)

_TRAINING = ("compile", "fit", "fit_generator", "train_on_batch")


def is_model(run: Interpreter, value: Value | None) -> bool:
    """Whether a value is certainly a Keras model."""
    if isinstance(value, Instance):
        return run.subclass_of(value.cls, MODEL)
    return isinstance(value, Object) and run.library.family(value.path) == MODEL


def read_networks(run: Interpreter, program: Program) -> Networks:
    models = list(_models(run))
    parts = _parts(run, models)
    forwards = _forward_calls(run)
    trained = {id(call.receiver) for call in run.calls if call.method in _TRAINING}
    found: list[Network] = []
    made: dict[int, Network] = {}
    for model in models:
        if id(model) in parts and id(model) not in trained:
            continue
        network = _network(run, model, forwards.get(id(model), []))
        if network is not None:
            found.append(network)
            for call in forwards.get(id(model), []):
                made.update((id(tensor), network) for tensor in each_tensor(call.result))
            made.update((id(tensor), network) for tensor in each_tensor(network.output))
    program.networks.extend(found)
    return Networks(found, made)


def _models(run: Interpreter) -> Iterator[Holder]:
    applied = {id(call.receiver) for call in run.calls if call.method == "call"}
    for instance in run.instances:
        alone = run.subclass_of(instance.cls, LAYER) and id(instance) not in applied
        if is_model(run, instance) or alone:
            yield instance
    for call in run.calls:
        result = call.result
        if (
            isinstance(result, Object)
            and result.call is call
            and result.path in (MODEL, SEQUENTIAL)
        ):
            yield result


def _parts(run: Interpreter, models: list[Holder]) -> set[int]:
    """Models and layers that other models hold or apply."""
    graphs = {id(t) for model in models for t in ancestors(model.attributes.get(OUTPUTS))}
    notes = [note for note in run.notes if isinstance(note, NestedRun)]
    # A replayed graph shares what was computed from nothing, such as random numbers.
    found = {id(note.model) for note in notes
             if any(id(t) in graphs and t.inputs for t in note.tensors)}  # fmt: skip
    for model in models:
        found.update(id(value) for item in _held_by(model) for value in leaves(item))
    return found


def _held_by(model: Holder) -> list[Value]:
    """What a model applies when it is called; one without `call` only keeps other models."""
    if is_sequential(model):
        return [held(model)]
    applies = isinstance(model, Instance) and isinstance(model.cls.lookup("call"), Function)
    return list(model.attributes.values()) if applies else []


def _forward_calls(run: Interpreter) -> dict[int, list[Call]]:
    found: dict[int, list[Call]] = {}
    for call in run.calls:
        if call.receiver is not None and call.method in ("call", "__call__", "predict"):
            found.setdefault(id(call.receiver), []).append(call)
    return found


def _network(run: Interpreter, model: Holder, calls: list[Call]) -> Network | None:
    place = model.place
    if place is None:
        return None
    computed = _computed(run, model, calls)
    if computed is None:
        return None
    given, output = computed
    at = model.cls.place if isinstance(model, Instance) and model.cls.place else place
    network = make_network(_name(model), at, "keras", model, given, output, layer_settings)
    if isinstance(model, Instance):
        network.complete = network.complete and model.complete
        network.unused = _unused(run, model, network)
    count_layers(run, network)
    return network


def _name(model: Holder) -> str:
    if isinstance(model, Instance):
        return model.cls.name
    return text(model.call.value(None, "name")) or model.path.rpartition(".")[2]


def _computed(
    run: Interpreter, model: Holder, calls: list[Call]
) -> tuple[Value | None, Value | None] | None:
    """What goes into a model and what comes out of it."""
    if OUTPUTS in model.attributes:
        return model.attributes[INPUTS], model.attributes[OUTPUTS]
    if is_sequential(model):
        return _run_on(run, model, declared_input(model) or _fitted_input(run, model))
    own = [call for call in calls if call.method == "call"]
    call = own[0] if own else _trial_call(run, model)
    if call is None:
        return None
    given = call.positional[0].value if call.positional else _first_keyword(call)
    return given, call.result


def _first_keyword(call: Call) -> Value | None:
    return next((argument.value for argument in call.keywords.values()), None)


def _fitted_input(run: Interpreter, model: Holder) -> Tensor:
    """A model that declares no input is built from the data it is fitted to."""
    for call in run.calls:
        if call.receiver is model and call.method in _TRAINING:
            data = call.value(0, "x")
            if isinstance(data, Tensor) and data.shape:
                return Tensor("input", (), (BATCH, *data.shape[1:]), model.place)
    return Tensor("input", (), None, model.place)


def _run_on(
    run: Interpreter, model: Holder, given: Tensor
) -> tuple[Value | None, Value | None] | None:
    place = model.place
    assert place is not None
    call = Call("", [Argument(given, place)], {}, place, run)
    with run.muted():
        result = run.invocation.call(model, call, run.module_frame(place))
    return given, result


def _trial_call(run: Interpreter, model: Holder) -> Call | None:
    """Run a network that the program only builds on inputs nothing is known of."""
    forward = model.cls.lookup("call") if isinstance(model, Instance) else None
    place = model.place
    if not isinstance(forward, Function) or place is None:
        return None
    call = unknown_call(run, forward, True, place)
    with run.muted(trial=True):
        run.invocation.call(model, call, run.module_frame(place))
    return call


def _unused(run: Interpreter, model: Instance, network: Network) -> list[Layer]:
    """Layers that a model builds but no run of it passes."""
    if not network.complete:
        return []
    used = {id(layer.value) for layer in network.layers}
    touched = {id(call.receiver) for call in run.calls}
    unused: list[Layer] = []
    for value in model.attributes.values():
        if isinstance(value, Object) and id(value) not in used | touched:
            spec = spec_of(value.path)
            if spec is not None and value.place is not None:
                settings = layer_settings(value.path, value.call)
                unused.append(Layer(spec.op, value.path, value.place, value.call, value,
                                    settings=settings))  # fmt: skip
    return unused
