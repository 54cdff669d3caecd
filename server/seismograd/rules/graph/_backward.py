"""What the program differentiates, and whether a value takes part in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.program.gradients import followed, gradient_start, is_torch, reaches_parameters
from seismograd.program.model import Program
from seismograd.program.operations import ancestors
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Choice, Object, Place, Sequence, Tensor, Value
from seismograd.source.rewrite import source_of


def backward_calls(program: Program) -> Iterator[tuple[Call, Value]]:
    """Every call that computes gradients, with what it starts from."""
    for call in program.calls:
        if call.method in ("backward", "manual_backward"):
            start = gradient_start(call)
            if start is not None:
                yield call, start
        elif call.path == "torch.autograd.grad":
            given = call.value(0, "outputs")
            if given is not None:
                yield call, given


def differentiated(program: Program) -> set[int]:
    """The identities of all values that gradients flow through."""
    return {
        id(tensor)
        for _, start in backward_calls(program)
        for tensor in (*followed(start), *_as_tensors(start))
    }


def behind_backward(program: Program) -> set[int]:
    """The identities of all values that something differentiated was computed from."""
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
    return isinstance(value, Object) and any(start is value for _, start in backward_calls(program))


def text_with(place: Place, suffix: str) -> str:
    """The text of an expression with a method call behind it."""
    text = source_of(place)
    closed = isinstance(place.node, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    return f"{text}{suffix}" if closed else f"({text}){suffix}"
