"""Shape inference: what shape an operation gives."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Shape, Tensor, Value

from seismograd.program.operations import ACTIVATIONS, NORMALISATIONS, PASSING

_SAME = ACTIVATIONS | NORMALISATIONS | PASSING | {"dropout", "neg", "detach"}


def infer_shape(op: str, inputs: tuple[Value, ...], call: Call, built: Call | None) -> Shape:
    """The shape of an operation's result.

    `call` applies the operation; `built` is the call that built the layer, for layers.
    A conflict is noted on the interpreter as a `ShapeMismatch`.
    """
    first = inputs[0] if inputs else None
    if op in _SAME and isinstance(first, Tensor):
        return first.shape
    return None
