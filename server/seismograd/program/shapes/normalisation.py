"""Normalisation keeps the shape; it insists on the features that it was built for."""

from __future__ import annotations

from seismograd.program.shapes.mismatch import (
    FEATURES,
    RANK,
    conflict,
    last_axis_text,
    shape_text,
)
from seismograd.program.shapes.operation import Operation, replaced, size_of, unknown_axes
from seismograd.program.shapes.sizes import differ
from seismograd.program.shapes.widths import last_size, normalised_shape
from seismograd.source.evaluate.values import Shape, Size

_CHANNEL_INDEX = {"group_norm": (1, "num_channels")}


def channel_norm(operation: Operation) -> Shape:
    """Batch, group and instance normalisation: features stand on axis 1."""
    shape = operation.shape
    if operation.built is None or operation.is_keras:
        return shape
    index, name = _CHANNEL_INDEX.get(operation.op, (0, "num_features"))
    features = None
    if not operation.name.startswith("Lazy"):
        features = size_of(operation.given(index, name))
    axes = operation.spatial_axes if operation.op != "group_norm" else None
    if shape is None:
        # One-dimensional normalisation takes two or three axes.
        return _assumed(axes, features) if axes in (2, 3) else None
    if not _rank_fits(operation, axes, len(shape)):
        _refuse_rank(operation, shape, axes or 1)
        return shape
    channel = 0 if operation.op == "instance_norm" and len(shape) == (axes or 0) + 1 else 1
    if len(shape) > channel and differ(shape[channel], features):
        expected = replaced((None,) * len(shape), channel, features)
        first = operation.inputs[0]
        conflict(operation, FEATURES, shape_text(expected), shape_text(shape), first)
    return shape


def _assumed(axes: int | None, features: Size) -> Shape:
    return replaced(unknown_axes((axes or 0) + 2), 1, features)


def _rank_fits(operation: Operation, axes: int | None, rank: int) -> bool:
    if axes is None:
        return rank >= 2
    if operation.op == "instance_norm":
        return rank in (axes + 1, axes + 2)
    return rank in ((2, 3) if axes == 1 else (axes + 2,))


def _refuse_rank(operation: Operation, shape: tuple[Size, ...], axes: int) -> None:
    expected = shape_text((None,) * (axes + 2))
    conflict(operation, RANK, expected, shape_text(shape), operation.inputs[0])


def layer_norm(operation: Operation) -> Shape:
    """Layer normalisation: features stand on the last axes."""
    shape = operation.shape
    if operation.built is None or operation.is_keras or not operation.inputs:
        return shape
    wanted = normalised_shape(operation.built)
    first = operation.inputs[0]
    if shape is None:
        got = last_size(first)
        if differ(wanted[-1], got):
            conflict(operation, FEATURES, last_axis_text(wanted[-1]), last_axis_text(got), first)
        return None
    ending = shape[-len(wanted) :]
    if len(ending) < len(wanted) or any(map(differ, wanted, ending)):
        expected = "[..., " + shape_text(tuple(wanted))[1:]
        conflict(operation, FEATURES, expected, shape_text(shape), first)
    return shape
