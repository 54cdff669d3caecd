"""The order of batch and time that recurrent and attention layers of PyTorch take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from seismograd.faults import Edit, FaultType, Span
from seismograd.program.model import Program
from seismograd.program.settings import Setting
from seismograd.program.shapes.operation import shape_of
from seismograd.program.shapes.sizes import BATCH
from seismograd.program.torch.layers import layer_settings
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.layers.layer_names import attribute_names, shared_name, unique_names
from seismograd.repair.layers.trained_networks import trained_networks
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.rules.architecture.batch_first_mismatch import BatchFirstMismatch
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object

BATCH_FIRST = "batch_first"
LAYERS = tuple(f"torch.nn.{name}" for name in (
    "RNN", "GRU", "LSTM", "MultiheadAttention", "TransformerEncoderLayer",
    "TransformerDecoderLayer", "Transformer",
))  # fmt: skip
STACKS = {"torch.nn.TransformerEncoder": "encoder_layer",
          "torch.nn.TransformerDecoder": "decoder_layer"}  # fmt: skip
"""Containers whose input goes to copies of a layer that they are given."""


@dataclass(frozen=True, slots=True)
class OrderedLayer:
    name: str
    setting: Setting
    is_contradicted: bool

    @property
    def is_batch_first(self) -> bool:
        return self.setting.constant is True


class BatchFirst(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        for layers in _groups(_layers(context)):
            yield from offered(context, _parameter(layers, context))


def _groups(layers: Sequence[OrderedLayer]) -> Iterator[Sequence[OrderedLayer]]:
    """Layers that contradict what they are given are changed together: they hand it on."""
    for present in (False, True):
        found = [one for one in layers if one.is_contradicted and one.is_batch_first is present]
        if found:
            yield found
    yield from ([one] for one in layers if not one.is_contradicted)


def _layers(context: RepairContext) -> list[OrderedLayer]:
    """Without those that get what they are built for."""
    calls = {call.place.span: call for call in context.program.calls_to(*LAYERS)}
    names = _names(context.program, calls.values())
    misused, fed = _misused(context.program), set(_fed_by_loaders(context.program))
    found: list[OrderedLayer] = []
    for span, call in calls.items():
        setting = layer_settings(call.path, call).get(BATCH_FIRST)
        if setting is None or not isinstance(setting.constant, bool) or call.open:
            continue
        gets = _order_in_run(span, context)
        gets = True if gets is None and span in fed else gets
        is_odd = span in misused or gets is (not setting.constant)
        if is_odd or gets is None:
            found.append(OrderedLayer(names[span], setting, is_odd))
    return found


def _names(program: Program, calls: Iterable[Call]) -> dict[Span, str]:
    """Those of attributes; a layer in a container goes by its class."""
    networks = trained_networks(program)
    known = {key: name for one in networks for key, name in attribute_names(one).items()}
    return unique_names({
        call.place.span: known.get(id(call.result), call.method) for call in calls
    })  # fmt: skip


def _misused(program: Program) -> set[Span]:
    """Where layers are built whose output is used as if it had the other order."""
    return {
        span
        for finding in BatchFirstMismatch().check(program)
        for span in (finding.span, *(one.span for one in finding.related))
    }


def _fed_by_loaders(program: Program) -> Iterator[Span]:
    """Where layers are built that get batches with the axis of the batch in front."""
    for network in program.networks:
        for tensor in network.flow.tensors:
            layer = _inner(tensor.layer)
            given = shape_of(tensor.inputs[0]) if layer is not None and tensor.inputs else None
            if layer is not None and given and len(given) == 3 and given[0] == BATCH:
                yield layer.call.place.span


def _inner(layer: object) -> Object | None:
    """The layer that a container has copies of, or the layer itself."""
    if not isinstance(layer, Object):
        return None
    keyword = STACKS.get(layer.path)
    inner = layer if keyword is None else layer.call.value(0, keyword)
    return inner if isinstance(inner, Object) and inner.path in LAYERS else None


def _order_in_run(span: Span, context: RepairContext) -> bool | None:
    """Whether the batch, as many as there are labels, was the first axis; None if not known."""
    targets = (one.target_shape for one in context.history.loss_functions)
    sizes = {shape[0] for shape in targets if shape and len(shape) == 1}
    layers = context.history.layers.values()
    shapes = [one.input_shape for one in layers if context.is_within(one.built, span)]
    pairs = [(shape[0] in sizes, shape[1] in sizes) for shape in shapes if len(shape or ()) == 3]
    found = {first for first, second in pairs if first != second}
    return found.pop() if len(found) == 1 else None


def _parameter(layers: Sequence[OrderedLayer], context: RepairContext) -> Parameter:
    old = layers[0].is_batch_first
    options, write = (str(not old),), partial(_write, layers, context)
    name = f"{BATCH_FIRST} of {shared_name(one.name for one in layers)}"
    return Parameter(name, FaultType.SHAPE, str(old), Choices(options), write, options,
                     (FaultType.API,), is_unusual=layers[0].is_contradicted)  # fmt: skip


def _write(
    layers: Sequence[OrderedLayer], context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    """Layers may share a constant: it is written once."""
    edits = (setting_edits(one.setting, BATCH_FIRST, str(value), context) for one in layers)
    return tuple(dict.fromkeys(edit for own in edits for edit in own))
