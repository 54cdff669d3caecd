"""A backward pass through a graph that an earlier one has used up."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from seismograd.faults import Fix
from seismograd.localise.crashes.answers import at_backward, line_after
from seismograd.localise.crashes.bindings import attribute_bindings
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.dependencies import computation
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.loops import body_around, carried, set_before_loop
from seismograd.localise.crashes.sources import Function, last_name
from seismograd.traces.events import Frame, Place

DETACH = "Detach it where it is carried over: `{0} = {0}.detach()`."

NAME = "second-backward"
FREED = "The graph of this loss was already freed."


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    frame = failure.last
    if frame is None:
        return None
    return (
        _carried(failure, frame)
        or _before_loop(failure, frame)
        or _shared(failure, frame)
        or _kept_attribute(failure)
        or at_backward(failure, NAME, place_of(frame), FREED, None, 0.5)
    )


def _with_graph(frame: Frame) -> list[str]:
    return [tensor.name.split("[")[0] for tensor in frame.tensors if tensor.grad_fn is not None]


def _carried(failure: Failure, frame: Frame) -> Crash | None:
    for name in _with_graph(frame):
        line = carried(failure, frame, name)
        if line is not None:
            cause = f"`{name}` carries the graph of the iteration before, whose buffers are freed."
            crash = at_backward(
                failure, NAME, Place(frame.file, line), cause, DETACH.format(name), 0.85
            )
            return replace(crash, fixes=_detached_after(failure, frame, name))
    return None


def _detached_after(failure: Failure, frame: Frame, name: str) -> tuple[Fix, ...]:
    """The next iteration gets the values without their graph."""
    is_tuple = any(one.name.startswith(f"{name}[") for one in frame.tensors)
    value = f"tuple(part.detach() for part in {name})" if is_tuple else f"{name}.detach()"
    title = f"Detach `{name}` after the backward pass"
    return line_after(failure, frame, f"{name} = {value}", title)


def _before_loop(failure: Failure, frame: Frame) -> Crash | None:
    for name in _with_graph(frame):
        line = set_before_loop(failure, frame, name)
        if line is not None:
            cause = f"`{name}` is computed before the loop; the first backward uses up its graph."
            advice = f"Compute `{name}` inside of the loop, or detach it."
            return at_backward(failure, NAME, Place(frame.file, line), cause, advice, 0.8)
    return None


def _shared(failure: Failure, frame: Frame) -> Crash | None:
    """Two losses of one iteration that share part of their graphs: the first use is the fault."""
    calls = _backward_calls(failure, frame)
    own = next((name for line, name in calls if line == frame.line), None)
    earlier = [(line, name) for line, name in calls if line < (frame.line or 0)]
    if own is None or not earlier:
        return None
    first = earlier[-1][1]
    if first == own:
        cause = f"`{own}.backward()` runs twice on the same graph."
        advice = "Call `backward` once, on the sum of the losses."
        return at_backward(failure, NAME, place_of(frame), cause, advice, 0.75)
    second = {s.place for s in computation(failure, frame, {own})}
    for step in computation(failure, frame, {first}):
        for name in _with_graph(frame):
            if (
                name not in (own, first)
                and _reads(step.statement, name)
                and step.place not in second
            ):
                cause = (
                    f"`{name}` is part of the graph of `{first}`, which `{first}.backward()` frees."
                )
                advice = f"Use `{name}.detach()` here."
                return at_backward(failure, NAME, step.place, cause, advice, 0.7)
    return None


def _backward_calls(failure: Failure, frame: Frame) -> list[tuple[int, str]]:
    body = body_around(failure, frame)
    return sorted(
        (node.lineno, last_name(node.func.value))
        for node in (ast.walk(body) if body is not None else ())
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "backward"
    )


def _reads(statement: ast.stmt, name: str) -> bool:
    value = getattr(statement, "value", None)
    return isinstance(value, ast.AST) and any(
        isinstance(node, ast.Name) and node.id == name for node in ast.walk(value)
    )


def _kept_attribute(failure: Failure) -> Crash | None:
    """State that a method keeps in `self` and reads again at its next call."""
    for file in failure.files:
        for owner in failure.sources.nodes(file):
            if isinstance(owner, ast.ClassDef):
                found = _kept_in(owner)
                if found is not None:
                    name, line = found
                    cause = (
                        f"`{name}` carries the graph of the call before, whose buffers are freed."
                    )
                    return at_backward(
                        failure, NAME, Place(file, line), cause, DETACH.format(name), 0.75
                    )
    return None


def _kept_in(owner: ast.ClassDef) -> tuple[str, int] | None:
    read = _attributes(owner, ast.Load)
    for name in sorted(_attributes(owner, ast.Store) & read):
        for method, binding in attribute_bindings(owner, name):
            if method.name != "__init__" and not _is_cut(binding.value) and _in(method, name):
                return f"self.{name}", binding.line
    return None


def _attributes(owner: ast.AST, context: type[ast.expr_context]) -> set[str]:
    return {
        node.attr
        for node in ast.walk(owner)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, context)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


def _in(method: Function, name: str) -> bool:
    return name in _attributes(method, ast.Load)


def _is_cut(value: ast.expr) -> bool:
    """Whether it is certainly no graph: detached, made anew, a number."""
    if isinstance(value, ast.Constant | ast.BinOp):
        return True
    named = {last_name(node.func) for node in ast.walk(value) if isinstance(node, ast.Call)}
    return bool(named & {"detach", "item", "zeros", "zeros_like", "init_hidden", "float", "int"})


FAMILIES = (family(r"backward through the graph a second time", _explain),)
