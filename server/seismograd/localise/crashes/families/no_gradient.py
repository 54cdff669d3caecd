"""A backward pass from something that has no graph, or is no single number."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from seismograd.faults import FaultType, Fix
from seismograd.localise.crashes.answers import (
    at_backward,
    at_last_line,
    replaced_text,
)
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.dependencies import Step, computation
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.sources import Function, called_name, last_name
from seismograd.traces.events import Place

CUTS = frozenset(
    [
        "item",
        "detach",
        "detach_",
        "numpy",
        "tolist",
        "argmax",
        "argmin",
        "tensor",
        "as_tensor",
        "from_numpy",
        "FloatTensor",
        "Tensor",
        "asarray",
    ]
)
"""Functions and methods whose result has no gradient, whatever they were given."""
BUILT_IN = frozenset({"float", "int", "round", "bool"})
"""Functions of Python that make plain numbers; methods of tensors are called so as well."""
SWITCHES = frozenset({"no_grad", "inference_mode"})

NAME = "no-gradient"


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    frame = failure.last
    if frame is None:
        return None
    for step in computation(failure, frame, _differentiated(failure)):
        found = _cut(failure, step)
        if found is not None:
            return found
    return _frozen(failure) or at_last_line(
        failure,
        "no-gradient",
        FaultType.GRAPH,
        "The loss does not depend on any parameter that requires a gradient.",
        0.5,
    )


def _differentiated(failure: Failure) -> set[str]:
    """The names that `backward` or `grad` is called on, on the line that failed."""
    assert failure.last is not None
    found: set[str] = set()
    for call in failure.sources.calls_at(place_of(failure.last)):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "backward":
            found |= {node.id for node in ast.walk(call) if isinstance(node, ast.Name)}
    return found


def _cut(failure: Failure, step: Step) -> Crash | None:
    place = _switched_off(failure, step)
    if place is not None:
        cause = "What the loss is computed from is computed without recording gradients."
        return at_backward(
            failure, NAME, place, cause, "Compute it outside of `torch.no_grad()`.", 0.9
        )
    value = getattr(step.statement, "value", None)
    for node in ast.walk(value) if isinstance(value, ast.AST) else ():
        name = _cutting(node)
        if name is not None:
            cause = f"`{name}` cuts the loss off from the graph that computed it."
            return at_backward(failure, NAME, step.place, cause, f"Leave `{name}` out.", 0.8)
    return None


def _cutting(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and _is_cut(node):
        inside = [part for argument in node.args for part in ast.walk(argument)]
        method = isinstance(node.func, ast.Attribute) and not _is_library(node.func.value)
        depends = method or any(isinstance(part, ast.Name) for part in inside)
        return called_name(node) if depends else None
    return "data" if isinstance(node, ast.Attribute) and node.attr == "data" else None


def _is_cut(call: ast.Call) -> bool:
    name = called_name(call)
    return name in CUTS or (name in BUILT_IN and isinstance(call.func, ast.Name))


def _is_library(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("torch", "np", "numpy", "F")


def _switched_off(failure: Failure, step: Step) -> Place | None:
    """A `with` around the statement, or a decorator of its function."""
    function: Function | None = step.function
    for decorator in function.decorator_list if function is not None else ():
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        if last_name(target) in SWITCHES:
            return Place(step.file, decorator.lineno)
    line = step.statement.lineno
    for node in failure.sources.of_kind(step.file, ast.With):
        if node.lineno <= line <= (node.end_lineno or 0):
            for item in node.items:
                called = item.context_expr
                if isinstance(called, ast.Call) and called_name(called) in SWITCHES:
                    return Place(step.file, called.lineno)
    return None


def _frozen(failure: Failure) -> Crash | None:
    """Everything was frozen: where the source says so once."""
    networks = failure.summary.parts.networks
    if not networks or any(network.trainable for network in networks):
        return None
    found = {
        Place(file, node.lineno)
        for file in failure.files
        for node in failure.sources.nodes(file)
        if isinstance(node, ast.Call | ast.Assign) and _freezes(node)
    }
    if len(found) != 1:
        return None
    cause = "All parameters of the network are frozen."
    crash = at_backward(
        failure, NAME, found.pop(), cause, "Leave the layers to train unfrozen.", 0.85
    )
    return replace(crash, fault_type=FaultType.REG, alternatives=(FaultType.GRAPH,))


def _freezes(node: ast.Call | ast.Assign) -> bool:
    if isinstance(node, ast.Call):
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        off = any(isinstance(part, ast.Constant) and part.value is False for part in given)
        return off and called_name(node) == "requires_grad_"
    return (
        any(isinstance(t, ast.Attribute) and t.attr == "requires_grad" for t in node.targets)
        and isinstance(node.value, ast.Constant)
        and node.value.value is False
    )


def _not_scalar(failure: Failure, match: re.Match[str]) -> Crash | None:
    """The loss was asked not to reduce, or never was a loss."""
    found = {
        Place(file, call.lineno)
        for file in failure.files
        for call in failure.sources.calls(file)
        for keyword in call.keywords
        if keyword.arg in ("reduction", "reduce")
        and isinstance(keyword.value, ast.Constant)
        and keyword.value.value in ("none", False)
    }
    if len(found) == 1 and failure.last is not None:
        cause = "The loss is not reduced, so it has one value an example."
        crash = at_backward(failure, NAME, found.pop(), cause, "Use the mean of the loss.", 0.8)
        return replace(crash, name="loss-not-scalar", fault_type=FaultType.LCH)
    cause = "What `backward` is called on has more than one element."
    crash_here = at_last_line(failure, "loss-not-scalar", FaultType.LCH, cause, 0.7)
    return replace(crash_here, advice="Call `.mean()` on it first.") if crash_here else None


def _numpy(failure: Failure, match: re.Match[str]) -> Crash | None:
    cause = "A tensor that requires a gradient is turned into a NumPy array."
    found = at_last_line(failure, "numpy-with-gradient", FaultType.API, cause, 0.9)
    if found is None:
        return None
    return replace(
        found, advice="Use `.detach()` before `.numpy()`.", fixes=_detached(failure, found.place)
    )


def _detached(failure: Failure, place: Place) -> tuple[Fix, ...]:
    for call in failure.sources.calls_at(place):
        function = call.func
        if isinstance(function, ast.Attribute) and function.attr == "numpy":
            line, at = function.value.end_lineno, function.value.end_col_offset
            if line is not None and at is not None:
                title = "Detach the tensor first"
                return replaced_text(
                    failure.sources, place.file, line, (at, at), ".detach()", title
                )
    return ()


def _many_items(failure: Failure, match: re.Match[str]) -> Crash | None:
    cause = f"A tensor with {match.group(1)} elements is used as one number."
    found = at_last_line(failure, "many-elements", FaultType.API, cause, 0.8)
    return replace(found, advice="Reduce it first, for example with `.mean()`.") if found else None


FAMILIES = (
    family(r"does not require grad and does not have a grad_fn", _explain),
    family(r"grad can be implicitly created only for scalar outputs", _not_scalar),
    family(r"Can't call numpy\(\) on Tensor that requires grad", _numpy),
    family(
        r"a Tensor with (\d+) elements cannot be converted to Scalar|only one element tensors can "
        r"be converted|only integer tensors of a single element|only length-1 arrays can be",
        _many_items,
    ),
)
