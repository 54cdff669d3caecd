"""How weights are initialised: arguments of Keras, and statements of `torch.nn.init`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType, Span
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.init_calls import InitCall, init_calls
from seismograd.repair.layers.keras_arguments import named_value
from seismograd.repair.layers.keywords import keyword_of
from seismograd.repair.layers.layer_names import shared_name
from seismograd.repair.layers.layer_sites import SharedSetting, layer_sites, shared_settings
from seismograd.repair.layers.syntax import with_parents
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Object, Place
from seismograd.source.rewrite import replace

KINDS = ("dense", "conv", "conv_transpose", "recurrent")
KERAS = ("glorot_uniform", "he_normal", "he_uniform")
"""The default of the library first, then what suits ReLU."""
TORCH = {
    "he": ("kaiming_normal_", ', nonlinearity="relu"'),
    "glorot": ("xavier_uniform_", ""),
}
"""Functions of `torch.nn.init` and their arguments behind the weights."""
DEFAULT = "default"
"""What PyTorch does by itself: the statement is taken out."""
WITHOUT_FANS = frozenset({"constant_", "normal_", "ones_", "uniform_", "zeros_"})
KERAS_WITHOUT_FANS = frozenset(
    {"constant", "normal", "ones", "randomnormal", "randomuniform", "uniform", "zeros"}
)
"""Initialisers that know nothing of how wide a layer is, without capitals and underscores."""
INITIALISERS = "keras.initializers."
ALL = "he_normal"
"""The one that is not the default of Keras, for hidden layers that leave it."""


class Initialiser(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        sites = layer_sites(context.program, KINDS)
        keras = [one for one in sites if one.first.path.startswith("keras.")]
        settings = list(shared_settings(keras, "kernel_initializer"))
        given = [one for one in settings if not one.setting.is_default]
        for several in _by_object(given):
            own = _of_keras(several[0], context) if len(several) == 1 else _of_object(several)
            yield from offered(context, own)
        hidden = [one for one in settings if one.setting.is_default
                  and not any(site.is_output for site in one.sites)]  # fmt: skip
        if hidden:
            yield from offered(context, _of_hidden(hidden, context))
        for name, call in init_calls(context.program, is_bias=False):
            yield from offered(context, _of_torch(name, call))


def _by_object(settings: Sequence[SharedSetting]) -> list[list[SharedSetting]]:
    """Those together that get what one text builds: a helper function, or a constant."""
    found: defaultdict[Span, list[SharedSetting]] = defaultdict(list)
    for one in settings:
        found[_source(one.setting)].append(one)
    return list(found.values())


def _source(setting: Setting) -> Span:
    value = setting.value
    if isinstance(value, Object) and value.path.startswith(INITIALISERS):
        return value.call.place.span
    return setting.source.span


def _of_object(settings: Sequence[SharedSetting]) -> Parameter:
    """Written where the object is built."""
    value = settings[0].setting.value
    assert isinstance(value, Object)
    name = f"initialiser of {shared_name(one.name for one in settings)}"
    write = partial(_in_place_of, value.call.place)
    return Parameter(name, FaultType.WCI, "", Choices(KERAS), write, KERAS,
                     is_unusual=_is_without_fans(settings[0].setting))  # fmt: skip


def _in_place_of(built: Place, value: Value) -> tuple[Edit, ...]:
    _, outer, *_ = [*with_parents(built), None, None]
    if not isinstance(outer, ast.Return | ast.Assign | ast.AnnAssign | ast.Lambda):
        raise CannotWrite("it is not certain what else the initialiser is for")
    return (replace(built, f'"{value}"'),)


def _is_without_fans(setting: Setting) -> bool:
    value = setting.value
    name = value.path.rpartition(".")[2] if isinstance(value, Object) else setting.text or ""
    return name.lower().replace("_", "") in KERAS_WITHOUT_FANS


def _of_keras(shared: SharedSetting, context: RepairContext) -> Parameter:
    old = shared.setting.text or ""
    options = tuple(one for one in KERAS if one != old)
    name = f"initialiser of {shared.name}"
    write = partial(_named, [shared], context)
    return Parameter(name, FaultType.WCI, old, Choices(options), write, options,
                     is_unusual=_is_without_fans(shared.setting))  # fmt: skip


def _of_hidden(settings: Sequence[SharedSetting], context: RepairContext) -> Parameter:
    write = partial(_named, settings, context)
    return Parameter("initialiser of hidden layers", FaultType.WCI, KERAS[0], Choices((ALL,)),
                     write, (ALL,))  # fmt: skip


def _named(
    settings: Sequence[SharedSetting], context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    edits: list[Edit] = []
    for shared in settings:
        keyword = keyword_of(shared.path, "kernel_initializer")
        edits += named_value(shared.setting, keyword, str(value), context)
    return tuple(dict.fromkeys(edits))


def _of_torch(name: str, call: InitCall) -> Parameter:
    others = tuple(one for one, (function, _) in TORCH.items() if function != call.function)
    options = (DEFAULT, *(others if call.has_fans else ()))
    return Parameter(f"initialiser of {name}", FaultType.WCI, call.function,
                     Choices(options), partial(_write, call), options,
                     is_unusual=call.function in WITHOUT_FANS)  # fmt: skip


def _write(call: InitCall, value: Value) -> tuple[Edit, ...]:
    if value == DEFAULT:
        return call.removal()
    if value not in TORCH:
        raise CannotWrite(f"{value} is no initialiser")
    return call.replaced(*TORCH[str(value)])
