"""Reshapes in a program: what they are given, and whether the order of its axes is used."""

from __future__ import annotations

from seismograd.program.model import Program
from seismograd.program.operations import PASSING
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor

RESHAPES = ("reshape", "view")
_FLATTENING = (*RESHAPES, "flatten", "ravel")
_WITHOUT_ORDER = frozenset({
    "rand", "randn", "normal", "uniform", "randint", "choice", "bernoulli", "randperm", "arange",
    "linspace",
})  # fmt: skip
"""Numbers drawn one by one, of which any is as good in any place, and numbers that are counted."""


def networks_flatten(program: Program, besides: Call | None = None) -> bool:
    """Whether a network puts an example into one row first: then no order of axes is used.

    `besides`: a reshape of the network itself that is not meant.
    """
    for network in program.networks:
        given = network.input
        following = network.flow.consumers(given) if isinstance(given, Tensor) else []
        if any(one.op in _FLATTENING and not _is_at(one, besides) for one in following):
            return True
    return False


def _is_at(tensor: Tensor, call: Call | None) -> bool:
    return call is not None and tensor.place == call.place


def ordered_source(call: Call) -> Tensor | None:
    """What is reshaped, where its order matters."""
    made = call.result
    source = made.inputs[0] if isinstance(made, Tensor) and made.inputs else None
    if not isinstance(source, Tensor) or "order" in call.keywords:
        return None
    return None if first_made(source).op in _WITHOUT_ORDER | set(_FLATTENING) else source


def first_made(tensor: Tensor) -> Tensor:
    """Before it was handed on: cast, copied or moved."""
    while tensor.op in PASSING and tensor.inputs and isinstance(tensor.inputs[0], Tensor):
        tensor = tensor.inputs[0]
    return tensor


def is_reshaped_again(program: Program, call: Call) -> bool:
    calls = (*program.index.on(call.result), *program.index.given(call.result))
    return any(one.method in _FLATTENING for one in calls)
