"""Penalties on weights that Keras adds to the loss: taken out, or one that is usual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import KERAS, library_name
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.layers.keras_arguments import replace_argument, without_argument
from seismograd.repair.layers.keywords import keyword_of
from seismograd.repair.layers.layer_sites import SharedSetting, layer_sites, shared_settings
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value

KINDS = ("dense", "conv")
SETTING = "kernel_regularizer"
NONE = "none"
STRENGTH = "1e-4"
"""Small enough to leave any training that works as it is."""
L2 = f"l2 {STRENGTH}"


class WeightRegularisation(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        sites = layer_sites(context.program, KINDS)
        settings = list(shared_settings(sites, SETTING))
        for shared in settings:
            if not shared.setting.is_none:
                name = f"weight regularisation of {shared.name}"
                found = _parameter(name, [shared], "", (NONE, L2), context)
                yield from offered(context, replace(found, is_unusual=True))
        hidden = [one for one in settings if one.setting.is_default
                  and not any(site.is_output for site in one.sites)]  # fmt: skip
        if hidden:
            name = "weight regularisation of hidden layers"
            yield from offered(context, _parameter(name, hidden, NONE, (L2,), context))


def _parameter(
    name: str,
    settings: Sequence[SharedSetting],
    old: str,
    options: tuple[str, ...],
    context: RepairContext,
) -> Parameter:
    write = partial(_write, settings, context)
    return Parameter(name, FaultType.RAW, old, Choices(options), write, options,
                     changes_loss=True)  # fmt: skip


def _write(
    settings: Sequence[SharedSetting], context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    edits = [edit for shared in settings for edit in _edits(shared, str(value), context)]
    return tuple(dict.fromkeys(edits))


def _edits(shared: SharedSetting, value: str, context: RepairContext) -> tuple[Edit, ...]:
    layer, setting = shared.members[0][1], shared.setting
    if value == NONE:
        return without_argument(layer.call, setting, SETTING, None, context)
    penalty = library_name(setting.place.chunk.document, KERAS, "regularizers.L2")
    text = f"{penalty.text}({STRENGTH})"
    if setting.is_default:
        keyword = keyword_of(layer.path, SETTING)
        return (*setting_edits(setting, keyword, text, context), *penalty.edits)
    return (replace_argument(setting, text), *penalty.edits)
