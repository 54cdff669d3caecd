"""Recurrent layers: sequences, and the states they end in."""

from __future__ import annotations

from seismograd.program.shapes.mismatch import (
    INPUT_WIDTH,
    RANK,
    conflict,
    last_axis_text,
    shape_text,
)
from seismograd.program.shapes.operation import Operation, replaced, shape_of, size_of, unknown_axes
from seismograd.program.shapes.sizes import differ, times
from seismograd.program.shapes.widths import last_size
from seismograd.source.evaluate.values import Object, Shape, Size, Tensor, Value, is_none, text

_KERAS_LAYERS = frozenset({"GRU", "LSTM", "SimpleRNN"})


def recurrent(operation: Operation) -> Shape:
    if operation.built is None:
        return None
    if operation.is_keras:
        return _keras(operation)
    _check_width(operation)
    units = size_of(operation.given(1, "hidden_size"))
    shape = operation.shape
    if operation.name.endswith("Cell"):
        return None if shape is None else (*shape[:-1], units)
    width = times(_projected(operation, units), _directions(operation))
    if shape is None:
        shape = unknown_axes(3)
    return (*shape[:-1], width)


def _check_width(operation: Operation) -> None:
    first = operation.first
    wanted = size_of(operation.given(0, "input_size"))
    got = last_size(first)
    if first is not None and differ(wanted, got):
        text = last_axis_text(got) if operation.shape is None else shape_text(operation.shape)
        conflict(operation, INPUT_WIDTH, last_axis_text(wanted), text, first)


def _directions(operation: Operation) -> int | None:
    index = None if operation.name == "RNN" else 6
    both = operation.flag(index, "bidirectional")
    return None if both is None else 1 + both


def _projected(operation: Operation, units: Size) -> Size:
    """An LSTM may project its output to another width."""
    given = operation.given(7 if operation.name == "LSTM" else None, "proj_size")
    width = size_of(given)
    return units if given is None or width == 0 else width


def _keras(operation: Operation) -> Shape:
    if operation.name == "Bidirectional":
        return _both_ways(operation)
    if operation.name not in _KERAS_LAYERS:
        return None
    shape = operation.shape
    _check_rank(operation, shape)
    units = size_of(operation.given(0, "units", "output_dim"))
    all_steps = operation.flag(None, "return_sequences")
    if all_steps is None:
        return None
    batch = None if shape is None else shape[0]
    steps = shape[1] if shape is not None and len(shape) == 3 else None
    return (batch, steps, units) if all_steps else (batch, units)


def _check_rank(operation: Operation, shape: Shape) -> None:
    first = operation.first
    if first is not None and shape is not None and len(shape) != 3:
        conflict(operation, RANK, shape_text(unknown_axes(3)), shape_text(shape), first)


def _both_ways(operation: Operation) -> Shape:
    inner = operation.given(0, "layer")
    if not isinstance(inner, Object):
        return None
    merge = operation.given(1, "merge_mode")
    one_way = _keras(Operation("recurrent", operation.inputs, operation.call, inner.call))
    if one_way is None or is_none(merge):
        return None
    doubles = merge is None or text(merge) == "concat"
    return replaced(one_way, -1, times(one_way[-1], 2)) if doubles else one_way


def state(operation: Operation) -> Shape:
    """The last state of a torch layer: layers times directions, batch, units."""
    result = operation.first
    if not isinstance(result, Tensor) or not isinstance(result.layer, Object):
        return None
    layer = result.layer
    inner = Operation("recurrent", result.inputs, operation.call, layer.call)
    if inner.is_keras:
        return None
    units = size_of(inner.given(1, "hidden_size"))
    if inner.name.endswith("Cell"):
        return result.shape
    layers = times(inner.integer(2, "num_layers", default=1), _directions(inner))
    return (layers, _batch(inner, result), units)


def _batch(inner: Operation, result: Value) -> Size:
    shape = shape_of(result)
    first = inner.flag(None if inner.name == "RNN" else 4, "batch_first")
    if shape is None or len(shape) != 3 or first is None:
        return None
    return shape[0] if first else shape[1]


def packed(operation: Operation) -> Shape:
    """Packed sequences: only the width of a step stays known."""
    width = last_size(operation.first)
    return (*unknown_axes(2), width)
