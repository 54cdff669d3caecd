"""Tensors that autograd needs and that were changed in place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import at_backward, at_last_line
from seismograd.localise.crashes.bindings import bindings_of, statements
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.loops import body_around
from seismograd.localise.crashes.sources import Function, called_name
from seismograd.traces.events import Place

WEIGHTS = re.compile(
    r"^(AsStrided|T|Transpose|Permute|Unsqueeze|View|AccumulateGrad)(Backward\d*)?$"
)
"""What stands between a parameter and the product that it takes part in."""
OUTPUT = re.compile(r"which is output \d+ of (\w{1,80})")

NAME = "in-place-change"


@dataclass(frozen=True)
class Change:
    place: Place
    name: str
    made_by: str
    """The call that gave the variable its value, in lower case."""


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    if failure.last is None:
        return None
    found = OUTPUT.search(failure.message)
    operation = found.group(1) if found else ""
    step = _step_before(failure) if not operation or WEIGHTS.match(operation) else None
    if step is not None:
        cause = "The optimiser changes weights that a later backward pass still needs."
        advice = "Call every `backward` before this `step`, or compute the second loss after it."
        return at_backward(failure, NAME, step, cause, advice, 0.8)
    changes = [change for file in failure.files for change in _changes(failure, file)]
    matching = [change for change in changes if _made(change, operation)] or changes
    if len(matching) == 1:
        change = matching[0]
        made = re.sub(r"Backward\d*$", "", operation)
        why = " needs its result unchanged for the gradient" if made else ""
        cause = f"`{change.name}` is changed in place" + (f", and {made}{why}." if made else ".")
        advice = "Write the result to a new tensor."
        return at_backward(failure, NAME, change.place, cause, advice, 0.85)
    return _unknown(failure, matching)


def _unknown(failure: Failure, changes: list[Change]) -> Crash | None:
    cause = "A tensor that the backward pass needs is changed in place."
    advice = "Run once with `torch.autograd.set_detect_anomaly(True)` to see which one."
    assert failure.last is not None
    place = place_of(failure.last)
    pairs = [(change.place, f"`{change.name}` is changed in place.") for change in changes[:5]]
    return at_backward(failure, NAME, place, cause, advice, 0.4, *pairs)


def _step_before(failure: Failure) -> Place | None:
    """The last `step()` above the backward pass that failed, in the same function."""
    assert failure.last is not None
    body, line = body_around(failure, failure.last), failure.last.line or 0
    lines = [
        node.lineno
        for node in (statements(body) if body is not None else ())
        if isinstance(node, ast.Call) and called_name(node) == "step" and node.lineno < line
    ]
    return Place(failure.last.file, max(lines)) if lines else None


def _changes(failure: Failure, file: str) -> Iterator[Change]:
    for body in failure.sources.nodes(file):
        if isinstance(body, Function | ast.Module):
            for node in statements(body):
                yield from _changed(body, node, file)


def _changed(body: Function | ast.Module, node: ast.AST, file: str) -> Iterator[Change]:
    name = _target(node)
    if name is not None and isinstance(node, ast.stmt | ast.expr):
        values = [binding.value for binding in bindings_of(body, name)]
        if not any(isinstance(value, ast.Constant) for value in values):
            made = next((called_name(v) for v in values if isinstance(v, ast.Call)), "")
            yield Change(Place(file, node.lineno), name, made.lower())
    elif isinstance(node, ast.Call) and _is_in_place_layer(node):
        yield Change(Place(file, node.lineno), called_name(node), "")


def _target(node: ast.AST) -> str | None:
    """The variable that a statement changes without making a new one."""
    target: ast.expr | None = None
    if isinstance(node, ast.AugAssign):
        target = node.target
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        target = node.targets[0]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        function = node.value.func
        if isinstance(function, ast.Attribute) and _is_in_place(function.attr):
            target = function.value
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else None


def _is_in_place(method: str) -> bool:
    return method.endswith("_") and not method.endswith("__") and not method.startswith("_")


def _is_in_place_layer(call: ast.Call) -> bool:
    return any(
        keyword.arg == "inplace"
        and isinstance(keyword.value, ast.Constant)
        and keyword.value.value is True
        for keyword in call.keywords
    )


def _made(change: Change, operation: str) -> bool:
    plain = re.sub(r"Backward\d*$", "", operation).lower()
    return bool(plain) and change.made_by == plain


def _leaf(failure: Failure, match: re.Match[str]) -> Crash | None:
    cause = "A parameter is changed in place while autograd records it."
    found = at_last_line(failure, "leaf-in-place", FaultType.GRAPH, cause, 0.9)
    if found is None:
        return None
    advice = "Change it inside of `with torch.no_grad():`."
    return Crash(
        found.name,
        found.place,
        found.fault_type,
        cause,
        0.9,
        (FaultType.WCI,),
        advice,
        found.tensors,
    )


FAMILIES = (
    family(r"modified by an inplace operation", _explain),
    family(r"leaf Variable that requires grad.{0,40}in-place", _leaf),
)
