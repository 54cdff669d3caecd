"""Training and evaluation loops of a PyTorch program."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.program.model import (
    EvaluationLoop,
    Loader,
    Network,
    Program,
    Step,
    TrainingLoop,
)
from seismograd.program.settings import Setting
from seismograd.program.tensors import NO_GRAD
from seismograd.program.torch.names import OPTIMISER, SCALER, SCHEDULER
from seismograd.program.torch.read_networks import Networks, is_module
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.invocation import receiver_family
from seismograd.source.evaluate.values import (
    Function,
    Instance,
    Member,
    Object,
    Tensor,
    Unknown,
    Value,
)

_SCHEDULER_NAME = re.compile(r"sched|warmup|lr_policy", re.IGNORECASE)
_OPTIMISER_NAME = re.compile(r"opt", re.IGNORECASE)
_EVALUATION_NAME = re.compile(r"eval|test|valid|predict|infer", re.IGNORECASE)
_BACKWARD = frozenset({"backward", "manual_backward"})


def read_training(run: Interpreter, program: Program, networks: Networks) -> None:
    seen: set[tuple[int, int]] = set()
    for call in run.calls:
        if not is_backward(call):
            continue
        key = (id(call.loop), id(call.function) if call.loop is None else 0)
        if key not in seen:
            seen.add(key)
            program.loops.append(_training_loop(run, program, networks, call))


def is_backward(call: Call) -> bool:
    """A call that computes gradients from a loss."""
    if call.method not in _BACKWARD or isinstance(call.receiver, Instance):
        return call.method == "manual_backward"
    # `x.backward()` of a project class or module is something else.
    return isinstance(call.receiver, Tensor | Unknown | Member | Object) or call.receiver is None


def _training_loop(
    run: Interpreter, program: Program, networks: Networks, backward: Call
) -> TrainingLoop:
    loop = backward.loop
    inside = [call for call in run.calls if _is_inside(call, backward)]
    around = [call for call in run.calls if call not in inside] if loop else []
    steps = list(_steps(run, inside))
    place = loop.place if loop is not None else backward.place
    found = TrainingLoop(place, "torch", loop, steps, list(_steps(run, around)),
                         backward.function, [], [], [])  # fmt: skip
    found.losses = [loss for loss in program.losses if loss.call in inside]
    found.optimisers = _optimisers(program, steps)
    found.networks = _called(networks, inside)
    found.epochs = epochs_of(loop)
    found.loader = _loader(program, loop)
    return found


def _is_inside(call: Call, backward: Call) -> bool:
    if backward.loop is not None:
        return call.loop is backward.loop
    return call.loop is None and call.function is backward.function


def _steps(run: Interpreter, calls: list[Call]) -> Iterator[Step]:
    for call in calls:
        kind = step_kind(run, call)
        if kind is not None:
            yield Step(kind, call)


def step_kind(run: Interpreter, call: Call) -> str | None:
    """What part a call plays in training."""
    result = call.result
    if isinstance(result, Tensor) and result.call is call and result.op.startswith("loss:"):
        return "loss"
    if is_backward(call):
        return "backward"
    by_name = _BY_METHOD.get(call.method)
    if by_name is not None:
        return by_name
    if call.method == "step":
        return _stepping(run, call)
    if call.method in ("train", "eval"):
        return _mode(run, call)
    return "forward" if is_forward(run, call) else None


_BY_METHOD = {
    "zero_grad": "zero_grad",
    "clip_grad_norm_": "clip",
    "clip_grad_value_": "clip",
    "clip_grad_norm": "clip",
    "unscale_": "unscale",
    "item": "item",
}


def _stepping(run: Interpreter, call: Call) -> str | None:
    family = "?" if call.receiver is None else receiver_family(run, call.receiver)
    if family in (OPTIMISER, SCALER):
        return "step"
    if family == SCHEDULER:
        return "scheduler_step"
    name = name_of(call.receiver)
    if _SCHEDULER_NAME.search(name):
        return "scheduler_step"
    if _OPTIMISER_NAME.search(name) or "scaler" in name:
        return "step"
    return "unknown_step" if family == "?" else None


def name_of(value: Value | None) -> str:
    """What the program calls a value of which nothing else is known."""
    if isinstance(value, Unknown):
        return value.hint
    if isinstance(value, Member):
        return value.name
    return ""


def _mode(run: Interpreter, call: Call) -> str | None:
    receiver = call.receiver
    if receiver is None or not (is_module(run, receiver) or isinstance(receiver, Unknown | Member)):
        return None
    if call.method == "eval":
        return "eval_mode"
    return "eval_mode" if call.flag(0, "mode", True) is False else "train_mode"


def is_forward(run: Interpreter, call: Call) -> bool:
    """Whether a call runs a network, seen from outside any network."""
    receiver = call.receiver
    if receiver is None or call.method not in ("forward", "__call__", "?"):
        return False
    if _inside_network(run, call):
        return False
    if is_module(run, receiver):
        result = call.result
        return not (isinstance(result, Tensor) and result.op.startswith("loss:"))
    return call.path == "?" and "model" in name_of(receiver).lower() + " net"[:0]


def _inside_network(run: Interpreter, call: Call) -> bool:
    function = call.function
    if not isinstance(function, Function) or function.owner is None:
        return False
    return function.name in ("forward", "__init__", "call") and bool(function.owner.library_bases)


def _optimisers(program: Program, steps: list[Step]) -> list:  # type: ignore[type-arg]
    receivers = {id(step.call.receiver) for step in steps if step.kind in ("step", "zero_grad")}
    receivers |= {id(argument.value) for step in steps if step.kind == "step"
                  for argument in step.call.positional}  # fmt: skip
    return [optimiser for optimiser in program.optimisers if id(optimiser.value) in receivers]


def _called(networks: Networks, calls: list[Call]) -> list[Network]:
    found = [networks.of(call.receiver) for call in calls]
    return list({id(network): network for network in found if network is not None}.values())


def _loops_outwards(loop: Loop | None) -> Iterator[Loop]:
    while loop is not None:
        yield loop
        loop = loop.outer


def epochs_of(loop: Loop | None) -> Setting | None:
    """How often the training data is gone through: the outermost counted loop."""
    for current in reversed(list(_loops_outwards(loop))):
        counter = unwrapped(current.iterable)
        if isinstance(counter, Object) and counter.path in _COUNTERS and counter.call.positional:
            stop = counter.call.positional[min(1, len(counter.call.positional) - 1)]
            return Setting("epochs", stop.value, stop.place)
    return None


_COUNTERS = frozenset({"builtins.range", "tqdm.trange", "tqdm.auto.trange"})
_WRAPPERS = frozenset(
    {"builtins.enumerate", "builtins.iter", "builtins.zip", "tqdm.auto.tqdm", "tqdm.tqdm",
     "tqdm.notebook.tqdm", "itertools.islice"}
)  # fmt: skip


def unwrapped(value: Value | None) -> Value | None:
    """What a loop goes over, counters and progress bars looked through."""
    while isinstance(value, Object) and value.path in _WRAPPERS:
        value = value.call.value(0, "iterable")
    return value


def _loader(program: Program, loop: Loop | None) -> Loader | None:
    for current in _loops_outwards(loop):
        source = unwrapped(current.iterable)
        for loader in program.loaders:
            if loader.value is source:
                return loader
    return None


def read_evaluations(run: Interpreter, program: Program, networks: Networks) -> None:
    trained = {id(outer) for loop in program.loops for outer in _loops_outwards(loop.loop)}
    trained_functions = {id(loop.function) for loop in program.loops if loop.loop is None}
    groups: dict[tuple[int, int], list[Call]] = {}
    for call in run.calls:
        if is_forward(run, call):
            alone = call.loop is None
            if id(call.loop) in trained or (alone and id(call.function) in trained_functions):
                continue
            groups.setdefault((id(call.loop), id(call.function)), []).append(call)
    for forwards in groups.values():
        if _looks_like_evaluation(forwards[0]):
            program.evaluations.append(_evaluation(run, networks, forwards))


def _looks_like_evaluation(call: Call) -> bool:
    if any(getattr(context, "path", None) in NO_GRAD for context in call.contexts):
        return True
    return call.function is not None and bool(_EVALUATION_NAME.search(call.function.name))


def _evaluation(run: Interpreter, networks: Networks, forwards: list[Call]) -> EvaluationLoop:
    first = forwards[0]
    place = first.loop.place if first.loop is not None else first.place
    no_grad = any(getattr(context, "path", None) in NO_GRAD for context in first.contexts)
    return EvaluationLoop(place, first.loop, first.function, forwards, _called(networks, forwards),
                          no_grad, mode_before(run, first))  # fmt: skip


def mode_before(run: Interpreter, forward: Call) -> bool | None:
    """Whether a network is in evaluation mode where it is called; None where not certain."""
    mode: bool | None = None
    built_here = isinstance(forward.receiver, Instance | Object)
    for call in run.calls:
        if call.index >= forward.index:
            break
        if call.receiver is forward.receiver and call.method in ("train", "eval"):
            kind = _mode(run, call)
            mode = kind == "eval_mode" if kind is not None and not call.branches else None
    if mode is None and built_here and not _mentions_mode(run, forward.receiver):
        return False
    return mode


def _mentions_mode(run: Interpreter, receiver: Value | None) -> bool:
    return any(call.receiver is receiver and call.method in ("train", "eval") for call in run.calls)
