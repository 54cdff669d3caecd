"""Which optimiser a step updates with, and how the source names it."""

from __future__ import annotations

import ast

from seismograd.program.model import Step
from seismograd.program.unknown_names import name_of
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place, Value
from seismograd.source.rewrite import source_of

SCALER_STEP = "torch.amp.GradScaler.step"


def is_scaler_step(call: Call) -> bool:
    """Whether a gradient scaler steps an optimiser; one that is handed in is told by its name."""
    if call.path == SCALER_STEP:
        return True
    named = call.path == "?.step" and "scaler" in name_of(call.receiver).lower()
    return named and len(call.positional) == 1 and not call.open


def optimiser_value(step: Step) -> Value | None:
    """What a step updates with: its receiver, or what a gradient scaler is given."""
    call = step.call
    if is_scaler_step(call):
        return call.value(0, "optimizer")
    return call.receiver


def optimiser_text(step: Step) -> str | None:
    """How the code names the optimiser at a step."""
    call = step.call
    if is_scaler_step(call):
        given = call.argument(0, "optimizer")
        return None if given is None else source_of(given.place)
    return receiver_text(call)


def receiver_text(call: Call) -> str | None:
    """How the code names what a method is called on, where it is a plain name."""
    node = call.place.node
    function = node.func if isinstance(node, ast.Call) else None
    if not isinstance(function, ast.Attribute) or not _is_plain(function.value):
        return None
    return source_of(Place(call.place.chunk, function.value))


def _is_plain(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)
