"""Training written by hand: gradient tapes, `train_step`, and loops that only evaluate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from seismograd.program.contents import reached
from seismograd.program.found_networks import Networks
from seismograd.program.keras.names import INPUT, OPTIMISER, TAPE
from seismograd.program.keras.read_networks import is_model
from seismograd.program.loops import epochs_of
from seismograd.program.model import (
    EvaluationLoop,
    Network,
    Optimiser,
    Program,
    Step,
    TrainingLoop,
)
from seismograd.program.operations import ancestors
from seismograd.program.unknown_names import name_of
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import (
    Function,
    Member,
    Object,
    Sequence,
    Tensor,
    Value,
)

MAX_DEPTH = 6
"""How far weights are followed through what hands them on."""
_STEPS = {
    "apply_gradients": "step", "minimize": "step", "update_state": "metric_update",
    "reset_state": "metric_reset", "reset_states": "metric_reset",
}  # fmt: skip
_CLIPPING = frozenset({"clip_by_global_norm", "clip_by_norm", "clip_by_value"})
_WEIGHTS = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})
_OPTIMISER_NAME = re.compile(r"opt", re.IGNORECASE)
_EVALUATION_NAME = re.compile(r"eval|test|valid|predict|infer", re.IGNORECASE)


def read_loops(run: Interpreter, program: Program, networks: Networks) -> None:
    _connect_optimisers(run, program, networks)
    seen: set[tuple[int, int]] = set()
    for call in run.calls:
        key = (id(call.loop), id(call.function) if call.loop is None else 0)
        if is_gradient(run, call) and key not in seen:
            seen.add(key)
            program.loops.append(_training_loop(run, program, networks, call))
    _read_evaluations(run, program, networks)


def is_gradient(run: Interpreter, call: Call) -> bool:
    """A call that computes gradients from a loss."""
    if call.path == f"{TAPE}.gradient":
        return True
    if call.method == "minimize":
        return _is_optimiser(run, call.receiver)
    return call.path == "?.gradient" and "tape" in name_of(call.receiver).lower()


def _is_optimiser(run: Interpreter, value: Value | None) -> bool:
    if isinstance(value, Object):
        return run.library.family(value.path) == OPTIMISER
    return bool(_OPTIMISER_NAME.search(name_of(value)))


def step_kind(run: Interpreter, call: Call) -> str | None:
    """What part a call plays in training."""
    result = call.result
    if isinstance(result, Tensor) and result.call is call and result.op.startswith("loss:"):
        return "loss"
    if is_gradient(run, call) and call.method != "minimize":
        return "backward"
    if call.method in _STEPS:
        return _STEPS[call.method]
    if call.method == "apply" and _is_optimiser(run, call.receiver):
        return "step"
    if call.method in _CLIPPING and call.path.startswith("tensorflow."):
        return "clip"
    return "forward" if is_forward(run, call) else None


def is_forward(run: Interpreter, call: Call) -> bool:
    """Whether a call runs a model, seen from outside any model."""
    if call.receiver is None or call.method not in ("call", "__call__"):
        return False
    function = call.function
    inside = isinstance(function, Function) and function.name in ("call", "__init__", "build")
    return not inside and is_model(run, call.receiver) and not _is_symbolic(call)


def _is_symbolic(call: Call) -> bool:
    """Applying a model to `keras.Input` builds a graph and runs nothing."""
    values = [argument.value for argument in call.arguments]
    return any(
        tensor.call is not None and tensor.call.path == INPUT
        for value in values
        for tensor in ancestors(value)
    )


def _training_loop(
    run: Interpreter, program: Program, networks: Networks, gradient: Call
) -> TrainingLoop:
    loop = gradient.loop
    inside = [call for call in run.calls if _is_beside(call, gradient)]
    known = {id(call) for call in inside}
    around = [call for call in run.calls if id(call) not in known] if loop is not None else []
    steps = list(_steps(run, inside))
    place = loop.place if loop is not None else gradient.place
    found = TrainingLoop(place, "keras", loop, steps, list(_steps(run, around)),
                         gradient.function, [], [], [])  # fmt: skip
    found.losses = [loss for loss in program.losses if id(loss.call) in known]
    found.optimisers = _stepping(program, steps)
    found.networks = _called(networks, inside)
    found.epochs = epochs_of(loop)
    found.complete = bool(found.of_kind("forward") and found.of_kind("loss"))
    return found


def _is_beside(call: Call, gradient: Call) -> bool:
    if gradient.loop is not None:
        return call.loop is gradient.loop
    return call.loop is None and call.function is gradient.function


def _steps(run: Interpreter, calls: list[Call]) -> Iterator[Step]:
    for call in calls:
        kind = step_kind(run, call)
        if kind is not None:
            yield Step(kind, call)
            if call.method == "minimize":
                yield Step("backward", call)


def _stepping(program: Program, steps: list[Step]) -> list[Optimiser]:
    receivers = {id(step.call.receiver) for step in steps if step.kind == "step"}
    return [found for found in program.optimisers if id(found.value) in receivers]


def _called(networks: Networks, calls: list[Call]) -> list[Network]:
    found = [networks.of(call.receiver) for call in calls]
    return list({id(network): network for network in found if network is not None}.values())


def _connect_optimisers(run: Interpreter, program: Program, networks: Networks) -> None:
    """Which networks an optimiser changes: those whose weights it is given."""
    for call in run.calls:
        if call.method not in ("apply_gradients", "minimize", "apply", "build"):
            continue
        found = next((o for o in program.optimisers if o.value is call.receiver), None)
        if found is None:
            continue
        for argument in call.arguments:
            for owner in weight_owners(argument.value):
                network = networks.of(owner)
                if network is not None and network not in found.networks:
                    found.networks.append(network)


def weight_owners(value: Value) -> Iterator[Value]:
    """The models whose weights a value holds."""
    for part in reached(value, _inputs, MAX_DEPTH):
        if isinstance(part, Member) and part.name in _WEIGHTS:
            yield part.base


def _inputs(value: Value) -> Iterable[Value]:
    if isinstance(value, Object):
        return [argument.value for argument in value.call.arguments]
    return value.items if isinstance(value, Sequence) else ()


def _read_evaluations(run: Interpreter, program: Program, networks: Networks) -> None:
    trained = {id(loop.loop) for loop in program.loops if loop.loop is not None}
    functions = {id(loop.function) for loop in program.loops}
    groups: dict[tuple[int, int], list[Call]] = {}
    for call in run.calls:
        if not is_forward(run, call) or id(call.loop) in trained:
            continue
        if id(call.function) not in functions and _looks_like_evaluation(call):
            groups.setdefault((id(call.loop), id(call.function)), []).append(call)
    for forwards in groups.values():
        program.evaluations.append(_evaluation(networks, forwards))


def _looks_like_evaluation(call: Call) -> bool:
    named = call.function is not None and bool(_EVALUATION_NAME.search(call.function.name))
    return named or call.flag(None, "training") is False


def _evaluation(networks: Networks, forwards: list[Call]) -> EvaluationLoop:
    first = forwards[0]
    place = first.loop.place if first.loop is not None else first.place
    taped = any(getattr(context, "path", None) == TAPE for context in first.contexts)
    training = first.flag(None, "training", False)
    return EvaluationLoop(place, first.loop, first.function, forwards, _called(networks, forwards),
                          not taped, None if training is None else not training)  # fmt: skip
