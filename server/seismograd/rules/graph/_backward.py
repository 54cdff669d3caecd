"""What the program differentiates, and whether a value takes part in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.program.gradients import (
    data_of_loops,
    followed,
    gradient_start,
    is_torch,
    reaches_parameters,
)
from seismograd.program.model import Program
from seismograd.program.operations import ancestors
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.values import Choice, Object, Place, Sequence, Tensor, Value
from seismograd.source.rewrite import source_of


def backward_calls(program: Program) -> list[tuple[Call, Value]]:
    """Every call that computes gradients, with what it starts from."""
    return program.derived(_backward_calls)


def _backward_calls(program: Program) -> list[tuple[Call, Value]]:
    calls = program.calls_to("*.backward", "*.manual_backward", "torch.autograd.grad")
    return [(call, start) for call in calls if (start := _start(call)) is not None]


def _start(call: Call) -> Value | None:
    return call.value(0, "outputs") if call.method == "grad" else gradient_start(call)


def backward_calls_in(program: Program, loop: Loop) -> list[tuple[Call, Value]]:
    """The calls that compute gradients in the rounds of a loop itself."""
    return program.derived(_by_loop).get(id(loop), [])


def _by_loop(program: Program) -> dict[int, list[tuple[Call, Value]]]:
    found: dict[int, list[tuple[Call, Value]]] = {}
    for call, start in backward_calls(program):
        found.setdefault(id(call.loop), []).append((call, start))
    return found


def is_start(program: Program, value: Value) -> bool:
    """Whether gradients are computed from a value."""
    return id(value) in program.derived(_starts)


def _starts(program: Program) -> set[int]:
    return {id(start) for _, start in backward_calls(program)}


def loop_data(program: Program) -> set[int]:
    """The identities of what all loops take from their loaders."""
    return program.derived(_loop_data)


def _loop_data(program: Program) -> set[int]:
    return data_of_loops(program.all_loops)


def differentiated(program: Program) -> set[int]:
    """The identities of all values that gradients flow through."""
    return program.derived(_differentiated)


def _differentiated(program: Program) -> set[int]:
    return {
        id(tensor)
        for _, start in backward_calls(program)
        for tensor in (*followed(start), *_as_tensors(start))
    }


def behind_backward(program: Program) -> set[int]:
    """The identities of all values that something differentiated was computed from."""
    return program.derived(_behind_backward)


def _behind_backward(program: Program) -> set[int]:
    found: set[int] = set()
    for _, start in backward_calls(program):
        found.add(id(start))
        for tensor in ancestors(start):
            found.add(id(tensor))
            found.update(id(part) for part in _flat(tensor.inputs))
    return found


def _flat(values: tuple[Value, ...]) -> Iterator[Value]:
    for value in values:
        yield value
        if isinstance(value, Sequence):
            yield from value.items
        elif isinstance(value, Choice):
            yield from value.options


def _as_tensors(start: Value) -> list[Value]:
    return list(start.options) if isinstance(start, Choice) else [start]


def carries_graph(program: Program, value: Value) -> bool:
    """Whether a value certainly holds on to the graph of a network's run."""
    if isinstance(value, Tensor):
        return is_torch(value) and reaches_parameters(value) is True
    # Something unknown is a loss when backward is called on it.
    return isinstance(value, Object) and is_start(program, value)


def text_with(place: Place, suffix: str) -> str:
    """The text of an expression with a method call behind it."""
    text = source_of(place)
    closed = isinstance(place.node, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    return f"{text}{suffix}" if closed else f"({text}){suffix}"
