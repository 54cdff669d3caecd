"""The widths of hidden layers: each where it stands, and all of a network at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.layer_names import of_network, shared_name
from seismograd.repair.layers.layer_sites import (
    FEED_FORWARD,
    SharedSetting,
    layer_sites,
    shared_settings,
)
from seismograd.repair.layers.widths import tied, width_edits
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Numbers, Parameter, Value

SPACE = Numbers(4, 1024, is_whole=True)
"""What hidden layers of trainings that fit on one machine have; wider ones take too long."""
FACTORS = (2, 4)
USUAL = (64, 128)


class Units(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        sites = [one for one in layer_sites(context.program, FEED_FORWARD) if not one.is_output]
        written: list[SharedSetting] = []
        for group in tied(list(shared_settings(sites, "units"))):
            name = shared_name(one.name for one in group)
            found = list(_parameter(f"units of {name}", group, context))
            written += group if found else []
            yield from found
        yield from _together(written, context)


def _together(widths: Sequence[SharedSetting], context: RepairContext) -> Iterator[Parameter]:
    networks = {id(one.network): one.network for one in widths}
    for network in networks.values():
        own = [one for one in widths if one.network is network]
        if len(tied(own)) > 1:
            name = f"units of hidden layers{of_network(network, networks.values())}"
            yield from _parameter(name, own, context)


def _parameter(
    name: str, widths: Sequence[SharedSetting], context: RepairContext
) -> Iterator[Parameter]:
    old = {shared.setting.integer for shared in widths}
    one = old.pop() if len(old) == 1 else None
    if one is None and len(widths) == 1:
        context.refuse(name, "its width is computed when the program runs")
        return
    candidates = _candidates(one)
    text = "" if one is None else str(one)
    found = Parameter(name, FaultType.LCN, text, SPACE, partial(_write, widths, context),
                      candidates, (FaultType.LRM,), costs=True)  # fmt: skip
    yield from offered(context, found, candidates[0])


def _candidates(old: int | None) -> tuple[int, ...]:
    """Wider ones first: a network that is too small cannot learn at all."""
    found = [*([old * factor for factor in FACTORS] if old else []), *USUAL]
    return tuple(dict.fromkeys(one for one in found if one != old and one in SPACE)) or USUAL


def _write(
    widths: Sequence[SharedSetting], context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    if isinstance(value, str):
        raise CannotWrite(f"{value} is no number of units")
    edits = [edit for one in widths for edit in width_edits(one, round(value), context)]
    return tuple(dict.fromkeys(edits))
