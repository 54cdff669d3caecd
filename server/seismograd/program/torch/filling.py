"""Tensors that are made empty and filled piece by piece."""

from __future__ import annotations

from seismograd.program.gradients import passes_learned_layer
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import Tensor, Value

FILLED = "filled"
_EMPTY = frozenset({"empty", "empty_like", "zeros", "zeros_like"})


def register(library: Library) -> None:
    library.functions["operator.setitem"] = _fill


def _fill(call: Call) -> Value | None:
    """What a network gives, written into an empty tensor, is what the tensor holds from then on."""
    whole, piece = call.positional[0].value, call.positional[-1].value
    if not isinstance(whole, Tensor) or not isinstance(piece, Tensor):
        return None
    if whole.op in _EMPTY and passes_learned_layer(piece):
        whole.op, whole.inputs, whole.tracked = FILLED, (piece,), piece.tracked
    elif whole.op == FILLED:
        whole.inputs = (*whole.inputs, piece)
    return None
