"""The shape of an operation's result."""

from __future__ import annotations

from seismograd.program.shapes.losses import loss
from seismograd.program.shapes.operation import Operation
from seismograd.program.shapes.sizes import known
from seismograd.program.shapes.table import TABLE
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Shape, Value

LOSS = "loss:"


def infer_shape(op: str, inputs: tuple[Value, ...], call: Call, built: Call | None) -> Shape:
    """The shape of an operation's result.

    `call` applies the operation; `built` is the call that built the layer, for layers.
    A conflict is noted on the interpreter as a `ShapeMismatch`.
    """
    function = loss if op.startswith(LOSS) else TABLE.get(op)
    shape = None if function is None else function(Operation(op, inputs, call, built))
    if shape is None or None not in shape:
        return shape
    # Even a size nothing is known of is the same size where it is met again.
    return tuple(known(size) for size in shape)
