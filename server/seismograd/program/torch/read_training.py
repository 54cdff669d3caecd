"""Losses, optimisers and schedulers of a PyTorch program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seismograd.program.contents import reached
from seismograd.program.model import LossUse, Network, Optimiser, Program, Scheduler
from seismograd.program.settings import Setting, from_argument, setting
from seismograd.program.torch.names import OPTIMISER, SCHEDULER
from seismograd.program.torch.read_networks import NetworksWithParts
from seismograd.program.torch.training import OPTIMISER_PARAMETERS, SCHEDULER_PARAMETERS, loss_spec
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import (
    Choice,
    Mapping,
    Object,
    Sequence,
    Stream,
    Tensor,
    Value,
)

MAX_DEPTH = 6
"""How far parameters are followed through what hands them on."""
_LOSS_SETTINGS = ("weight", "reduction", "ignore_index", "label_smoothing", "pos_weight",
                  "log_target", "log_input", "blank", "margin", "beta", "delta")  # fmt: skip


def read_losses(run: Interpreter, program: Program, networks: NetworksWithParts) -> None:
    for call in run.calls:
        result = call.result
        if not isinstance(result, Tensor) or result.call is not call:
            continue
        if result.op.startswith("loss:"):
            loss = _loss(call, result, networks)
            if loss is not None:
                program.losses.append(loss)


def _loss(call: Call, result: Tensor, networks: NetworksWithParts) -> LossUse | None:
    spec = loss_spec(call.path)
    if spec is None:
        return None
    module = call.receiver if isinstance(call.receiver, Object) else None
    options = module.call if module is not None else call
    prediction = call.value(0, "input")
    settings = {name: setting(options, None, name) for name in _LOSS_SETTINGS
                if name in options.keywords}  # fmt: skip
    built_at = module.place if module is not None and module.place else call.place
    return LossUse(spec.kind, spec.expects, prediction, call.value(1, "target"), call.place,
                   built_at, call, "torch", spec.labels, networks.behind(prediction), settings,
                   result)  # fmt: skip


def read_optimisers(run: Interpreter, program: Program, networks: NetworksWithParts) -> None:
    for call in run.calls:
        result = call.result
        if isinstance(result, Object) and result.call is call and is_optimiser(run, result):
            program.optimisers.append(_optimiser(call, result, networks))


def is_optimiser(run: Interpreter, value: Value | None) -> bool:
    return isinstance(value, Object) and run.library.family(value.path) == OPTIMISER


def is_scheduler(run: Interpreter, value: Value | None) -> bool:
    return isinstance(value, Object) and run.library.family(value.path) == SCHEDULER


def _optimiser(call: Call, value: Object, networks: NetworksWithParts) -> Optimiser:
    name = call.path.rpartition(".")[2]
    parameters = OPTIMISER_PARAMETERS.get(name, (("learning_rate", "lr", None),))
    settings = {
        neutral: setting(call, index, library_name, default)
        for index, (neutral, library_name, default) in enumerate(parameters, start=1)
    }
    given = call.value(0, "params")
    covered = [network for owner in parameter_owners(given)
               if (network := networks.holding(owner)) is not None]  # fmt: skip
    return Optimiser(name.lower(), call.place, call, value, "torch", settings,
                     list(_groups(given, call)), given, _unique(covered))  # fmt: skip


def _unique(networks: list[Network]) -> list[Network]:
    return list({id(network): network for network in networks}.values())


def _groups(given: Value | None, call: Call) -> Iterator[dict[str, Setting]]:
    for item in given.items if isinstance(given, Sequence) else ():
        if isinstance(item, Mapping):
            place = item.place or call.place
            yield {
                {"lr": "learning_rate", "eps": "epsilon"}.get(str(key), str(key)): from_argument(
                    str(key), Argument(value, value.place or place)
                )
                for key, value in item.items.items()
            }


def parameter_owners(value: Value | None) -> Iterator[Value]:
    """The modules whose `parameters()` a value holds."""
    for call in parameter_calls(value):
        if call.receiver is not None:
            yield call.receiver


def parameter_calls(value: Value | None) -> Iterator[Call]:
    """The calls of `parameters()` whose results a value holds."""
    for part in () if value is None else reached(value, _held, MAX_DEPTH):
        if _is_parameters(part) and isinstance(part, Object):
            yield part.call


def _is_parameters(value: Value) -> bool:
    named = ("parameters", "named_parameters", "children")
    return isinstance(value, Object) and value.call.method in named


def _held(value: Value) -> Iterable[Value]:
    """What parameters may be handed on in."""
    if isinstance(value, Object) and not _is_parameters(value):
        return [argument.value for argument in value.call.arguments]
    if isinstance(value, Sequence | Choice):
        return value.items if isinstance(value, Sequence) else value.options
    if isinstance(value, Mapping):
        return [value.items["params"]] if "params" in value.items else ()
    if isinstance(value, Tensor):
        return value.inputs[:1] if value.op == "parameter" else ()
    return [value.source or value.element] if isinstance(value, Stream) else ()


def read_schedulers(run: Interpreter, program: Program) -> None:
    for call in run.calls:
        result = call.result
        if not isinstance(result, Object) or result.call is not call:
            continue
        if is_scheduler(run, result):
            program.schedulers.append(_scheduler(call, result, program))


def _scheduler(call: Call, value: Object, program: Program) -> Scheduler:
    name = call.path.rpartition(".")[2]
    wrapped = call.value(0, "optimizer")
    optimiser = next((o for o in program.optimisers if o.value is wrapped), None)
    settings = {
        parameter: setting(call, index, parameter, default)
        for index, (parameter, default) in enumerate(SCHEDULER_PARAMETERS.get(name, ()), start=1)
    }
    for keyword in call.keywords:
        if keyword != "optimizer" and keyword not in settings:
            settings[keyword] = setting(call, None, keyword)
    return Scheduler(name.lower(), call.place, call, value, optimiser, settings)
