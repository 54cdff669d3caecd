"""Everything that has to change with the number of units of a layer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from seismograd.faults import Edit, Span
from seismograd.program.flow import Flow
from seismograd.program.model import Layer
from seismograd.program.operations import ACTIVATIONS, LEARNED, TRANSPARENT
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.layers.keywords import keyword_of
from seismograd.repair.layers.layer_sites import Member, SharedSetting, uses_of
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Const, Tensor

KEEPING = ACTIVATIONS | TRANSPARENT | {
    "adaptive_pool", "add", "avg_pool", "batch_norm", "dropout", "group_norm", "instance_norm",
    "layer_norm", "max_pool", "pad", "sub", "upsample",
}  # fmt: skip
"""Operations whose output is as wide as their input, or so many times as wide."""
FEATURES = ("num_features", "normalized_shape")
"""Settings of layers that state the width they are given."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A setting that has to be so many times the width."""

    setting: Setting
    keyword: str
    times: int


def width_edits(shared: SharedSetting, new: int, context: RepairContext) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    own = Demand(shared.setting, keyword_of(shared.path, "units"), 1)
    texts: dict[object, tuple[Edit, ...]] = {}
    for demand in [own, *_demands(shared)]:
        if demand is not own and _follows(demand.setting, shared.setting):
            continue
        edits = setting_edits(demand.setting, demand.keyword, str(new * demand.times), context)
        if texts.setdefault(demand.setting.source.span, edits) != edits:
            raise CannotWrite("one number stands for two different widths")
    return tuple(dict.fromkeys(edit for edits in texts.values() for edit in edits))


def tied(widths: Sequence[SharedSetting]) -> list[list[SharedSetting]]:
    """Widths that only change together, since they go into the same layer."""
    groups: list[tuple[set[Span], list[SharedSetting]]] = []
    for shared in widths:
        spans, members = _literals(shared), [shared]
        for group in [one for one in groups if one[0] & spans]:
            groups.remove(group)
            spans, members = spans | group[0], [*group[1], *members]
        groups.append((spans, members))
    return [members for _, members in groups]


def _literals(shared: SharedSetting) -> set[Span]:
    """Where the width stands and where those behind it expect it."""
    own = {shared.setting.source.span}
    try:
        return own | {demand.setting.source.span for demand in _demands(shared)}
    except CannotWrite:
        return own


def _follows(setting: Setting, source: Setting) -> bool:
    """Whether a setting is computed from the literal of another one."""
    value, literal = setting.value, source.source.span
    is_computed = isinstance(value, Const) and any(one.span == literal for one in value.trail)
    return is_computed or setting.source.span == literal


def _demands(shared: SharedSetting) -> Iterator[Demand]:
    return demands_behind(shared.members, shared.setting.integer or 0)


def demands_behind(members: Collection[Member], width: int) -> Iterator[Demand]:
    """Of what these layers, which are as wide as that, go into. Raises `CannotWrite`."""
    layers = {id(one.value): one for network, _ in members for one in network.layers
              if one.value is not None}  # fmt: skip
    for tensor, flow in uses_of(members):
        yield from _behind(tensor, flow, layers, width)


def _behind(tensor: Tensor, flow: Flow, layers: dict[int, Layer], width: int) -> Iterator[Demand]:
    """What the tensor goes into, up to the next learned layers."""
    seen: set[int] = set()
    pending = [tensor]
    while pending:
        current = pending.pop()
        if flow.is_returned(current):
            raise CannotWrite("its output is an output of the network")
        for one in flow.consumers(current):
            if id(one) in seen:
                continue
            seen.add(id(one))
            yield from _of_consumer(one, layers.get(id(one.layer)), width)
            if one.op not in LEARNED:
                pending.append(one)


def _of_consumer(tensor: Tensor, layer: Layer | None, width: int) -> Iterable[Demand]:
    if tensor.op not in LEARNED and tensor.op not in KEEPING:
        raise CannotWrite(f"its output goes into {tensor.op.replace('_', ' ')}, which may need it")
    if layer is None:
        if tensor.op in LEARNED:
            raise CannotWrite("the layer behind it is not built by a known class")
        return
    names = ("in_units",) if tensor.op in LEARNED else FEATURES
    for name in names:
        setting = layer.setting(name)
        if setting is not None:
            yield Demand(setting, keyword_of(layer.path, name), _times(setting, width))


def _times(setting: Setting, width: int) -> int:
    size = setting.integer
    if not size or not width or size % width:
        raise CannotWrite("the width that the layer behind it expects is not known")
    return size // width
