"""Biases: whether a layer has one, and how it is initialised, where the source says so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.layers.init_calls import InitCall, init_calls
from seismograd.repair.layers.keras_arguments import named_value
from seismograd.repair.layers.keywords import keyword_of
from seismograd.repair.layers.layer_sites import SharedSetting, layer_sites, shared_settings
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value

KINDS = ("dense", "conv", "conv_transpose", "recurrent")
ZEROS = "zeros"
DEFAULT = "default"
"""What PyTorch does by itself: the statement is taken out."""


class Bias(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        sites = layer_sites(context.program, KINDS)
        for shared in shared_settings(sites, "use_bias"):
            if shared.setting.flag is not None and not shared.setting.is_default:
                yield from offered(context, _use(shared, context))
        for shared in shared_settings(sites, "bias_initializer"):
            if not shared.setting.is_default and shared.setting.text != ZEROS:
                yield from offered(context, _initialiser(shared, context))
        for name, call in init_calls(context.program, is_bias=True):
            yield from offered(context, _statement(name, call))


def _use(shared: SharedSetting, context: RepairContext) -> Parameter:
    options = (str(not shared.setting.flag),)
    write = partial(_write_use, shared, context)
    return Parameter(f"bias of {shared.name}", FaultType.BCI, str(shared.setting.flag),
                     Choices(options), write, options)  # fmt: skip


def _write_use(shared: SharedSetting, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    keyword = keyword_of(shared.path, "use_bias")
    return setting_edits(shared.setting, keyword, str(value), context)


def _initialiser(shared: SharedSetting, context: RepairContext) -> Parameter:
    write = partial(_write_initialiser, shared, context)
    return Parameter(f"bias initialiser of {shared.name}", FaultType.BCI,
                     shared.setting.text or "", Choices((ZEROS,)), write, (ZEROS,))  # fmt: skip


def _write_initialiser(
    shared: SharedSetting, context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    keyword = keyword_of(shared.path, "bias_initializer")
    return named_value(shared.setting, keyword, str(value), context)


def _statement(name: str, call: InitCall) -> Parameter:
    others = () if call.function == "zeros_" else (ZEROS,)
    options = (*others, DEFAULT)
    return Parameter(f"initialiser of {name}", FaultType.BCI, call.function, Choices(options),
                     partial(_write_statement, call), options)  # fmt: skip


def _write_statement(call: InitCall, value: Value) -> tuple[Edit, ...]:
    return call.removal() if value == DEFAULT else call.replaced("zeros_", "")
