"""Optimisers that a Keras program builds, or chooses by name."""

from __future__ import annotations

from seismograd.program.keras.layer_table import Parameter
from seismograd.program.keras.training import COMMON, OLD_NAMES, OPTIMISERS, optimiser_class
from seismograd.program.model import Network, Optimiser, Program
from seismograd.program.settings import Setting
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import (
    Object,
    Place,
    Symbol,
    Value,
    text,
)


def read_optimisers(run: Interpreter, program: Program) -> None:
    for call in run.calls:
        result = call.result
        if isinstance(result, Object) and result.call is call and _is_optimiser(result):
            program.optimisers.append(_optimiser(result))


def _is_optimiser(value: Value | None) -> bool:
    if not isinstance(value, Object) or not value.path.startswith("keras.optimizers."):
        return False
    return value.path.rpartition(".")[2] in OPTIMISERS


def chosen_optimiser(program: Program, call: Call, network: Network | None) -> Optimiser | None:
    """The optimiser that `compile` is given; one that is only named is added to the program."""
    argument = call.argument(0, "optimizer")
    if argument is None:
        told = not call.open and bool(call.positional or call.keywords)
        found = _named_optimiser("rmsprop", call.place, call) if told else None
    else:
        found = _given_optimiser(program, argument, call)
    if found is not None and network is not None and network not in found.networks:
        found.networks.append(network)
    return found


def _given_optimiser(program: Program, argument: Argument, call: Call) -> Optimiser | None:
    value = argument.value
    for known in program.optimisers:
        if known.value is value:
            return known
    if isinstance(value, Object) and _is_optimiser(value):
        return _kept(program, _optimiser(value))
    name = text(value)
    if isinstance(value, Symbol) and value.path.startswith("keras.optimizers."):
        name = value.path.rpartition(".")[2]
    found = None if name is None else _named_optimiser(name, argument.place, call)
    return None if found is None else _kept(program, found)


def _kept(program: Program, optimiser: Optimiser) -> Optimiser:
    program.optimisers.append(optimiser)
    return optimiser


def _optimiser(value: Object) -> Optimiser:
    name = value.path.rpartition(".")[2]
    call = value.call
    settings = {
        parameter: Parameter(index, (parameter, OLD_NAMES.get(parameter, parameter)), default)
        .setting(parameter, call)
        for index, (parameter, default) in enumerate(OPTIMISERS[name])
    }  # fmt: skip
    for parameter, default in COMMON:
        if parameter not in settings:
            settings[parameter] = Parameter(None, (parameter,), default).setting(parameter, call)
    return Optimiser(name.lower(), call.place, call, value, "keras", settings)


def _named_optimiser(name: str, place: Place, call: Call) -> Optimiser | None:
    """An optimiser chosen by its name has the defaults of its class."""
    found = optimiser_class(name)
    if found is None:
        return None
    settings = {parameter: Setting(parameter, None, place, default)
                for parameter, default in (*COMMON, *OPTIMISERS[found])}  # fmt: skip
    return Optimiser(found.lower(), place, call, None, "keras", settings)
