"""Attention and transformer layers keep the shape of the query."""

from __future__ import annotations

from seismograd.program.shapes.mismatch import INPUT_WIDTH, conflict, last_axis_text, shape_text
from seismograd.program.shapes.operation import Operation, replaced, shape_of, size_of
from seismograd.program.shapes.sizes import differ
from seismograd.program.shapes.widths import last_size
from seismograd.source.evaluate.values import Shape, Size

_WIDTH = {
    "MultiheadAttention": "embed_dim",
    "TransformerEncoderLayer": "d_model",
    "TransformerDecoderLayer": "d_model",
}


def attention(operation: Operation) -> Shape:
    shape = operation.shape
    if operation.built is None:
        return _scaled_dot_product(operation)
    if operation.is_keras:
        return shape
    return _checked(operation, shape)


def _scaled_dot_product(operation: Operation) -> Shape:
    query = operation.shape
    if query is None or len(operation.inputs) < 3:
        return query
    value = shape_of(operation.inputs[2])
    return replaced(query, -1, value[-1]) if value and query else query


def transformer(operation: Operation) -> Shape:
    """Decoders answer for their target; so does the whole Transformer, its second input."""
    if operation.name == "Transformer":
        return shape_of(operation.inputs[1]) if len(operation.inputs) > 1 else None
    return _checked(operation, operation.shape)


def _checked(operation: Operation, shape: Shape) -> Shape:
    name = _WIDTH.get(operation.name)
    first = operation.first
    if name is None or first is None:
        return shape
    wanted: Size = size_of(operation.given(0, name))
    got = last_size(first)
    if differ(wanted, got):
        text = last_axis_text(got) if shape is None else shape_text(shape)
        conflict(operation, INPUT_WIDTH, last_axis_text(wanted), text, first)
    return replaced(shape, -1, wanted) if shape and wanted is not None else shape
