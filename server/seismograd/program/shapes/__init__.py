"""Symbolic shape inference, and the conflicts it meets."""

from seismograd.program.shapes.infer import infer_shape
from seismograd.program.shapes.mismatch import (
    LOSS_BROADCAST,
    LOSS_SHAPES,
    ShapeMismatch,
    shape_text,
    size_text,
)
from seismograd.program.shapes.operation import Operation, shape_of
from seismograd.program.shapes.widths import last_size

__all__ = ["LOSS_BROADCAST", "LOSS_SHAPES", "Operation", "ShapeMismatch", "infer_shape",
           "last_size", "shape_of", "shape_text", "size_text"]  # fmt: skip
