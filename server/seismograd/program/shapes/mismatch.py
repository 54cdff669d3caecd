"""Two shapes that cannot meet: what is known of the conflict, and when it is worth noting."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from seismograd.program.shapes.sizes import UNNAMED
from seismograd.source.evaluate.values import Dim, Object, Place, Shape, Size, Tensor, Value

if TYPE_CHECKING:
    from seismograd.program.shapes.operation import Operation

INPUT_WIDTH = "input width"
INPUT_CHANNELS = "input channels"
FEATURES = "normalised features"
RANK = "number of axes"
KERNEL = "kernel larger than its input"
JOIN = "joined shapes"
RESHAPE = "number of elements"
MATMUL = "inner axes of a product"
BROADCAST = "shapes that do not broadcast"
LOSS_SHAPES = "prediction and target"
LOSS_BROADCAST = "loss broadcast"
MAX_STEPS = 50


class ShapeMismatch(NamedTuple):
    """Two shapes that cannot meet."""

    place: Place
    """Where they meet."""
    declared_at: Place
    """Where the layer that refuses was built."""
    expected: str
    got: str
    made_at: Place | None
    """Where the shape that does not fit was made."""
    what: str


def shape_text(shape: Shape) -> str:
    """A shape for people."""
    if shape is None:
        return "unknown shape"
    return "[" + ", ".join(map(size_text, shape)) + "]"


def size_text(size: Size) -> str:
    if not isinstance(size, Dim):
        return "?" if size is None else str(size)
    names = ["?" if name.startswith(UNNAMED) else name for name in size.names]
    return "*".join(names if size.factor == 1 else [str(size.factor), *names])


def last_axis_text(size: Size) -> str:
    """A shape of any number of axes that ends in a size."""
    return f"[..., {size_text(size)}]"


def conflict(operation: Operation, what: str, expected: str, got: str, source: Value) -> None:
    """Note that two shapes cannot meet, once for each place."""
    call = operation.call
    notes = call.interpreter.notes
    if any(isinstance(note, ShapeMismatch) and note.place == call.place for note in notes):
        return
    if _belongs_elsewhere(operation, source) or _is_one_of_several(operation, source):
        return
    declared_at = call.place if operation.built is None else operation.built.place
    notes.append(ShapeMismatch(call.place, declared_at, expected, got, source.place, what))


def _belongs_elsewhere(operation: Operation, source: Value) -> bool:
    """Whether a condition that is not known may keep the two apart.

    A layer that is built under a condition meets only what belongs to the same condition. What
    is computed under a condition may be meant for other shapes than those that come from outside.
    """
    here = set(operation.call.interpreter.branches)
    if operation.built is None:
        is_loss = operation.op.startswith("loss:")
        return bool(here) and not is_loss and not _shaped_under(source, here)
    conditions = set(operation.built.branches) - here
    return bool(conditions) and not conditions <= _conditions_behind(source)


def _shaped_under(source: Value, conditions: set[ast.AST]) -> bool:
    """Whether what fixes a shape, a layer or a constant size, stands under the conditions too."""
    for _ in range(MAX_STEPS):
        if not isinstance(source, Tensor) or source.call is None:
            return False
        if not conditions <= set(source.call.branches):
            return False
        if source.layer is not None or not source.inputs:
            return True
        source = source.inputs[0]
    return False


def _is_one_of_several(operation: Operation, source: Value) -> bool:
    """Whether the input is only one of the things that may come here."""
    since = operation.call.interpreter.split_after
    if since is None:
        return False
    made_by = source.call if isinstance(source, Tensor) else None
    return made_by is None or made_by.index <= since


def _conditions_behind(source: Value) -> set[ast.AST]:
    for _ in range(MAX_STEPS):
        if not isinstance(source, Tensor):
            break
        if isinstance(source.layer, Object):
            return set(source.layer.call.branches)
        if not source.inputs:
            break
        source = source.inputs[0]
    return set()
