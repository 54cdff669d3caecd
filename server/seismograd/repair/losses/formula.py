"""The formula of a loss: the tensors between the networks and where gradients start."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.gradients import followed, gradient_start
from seismograd.program.model import Program, Step
from seismograd.program.operations import ancestors
from seismograd.source.evaluate.values import Tensor, Value


def gradient_steps(program: Program) -> Iterator[Step]:
    for loop in program.loops:
        yield from loop.of_kind("backward")


def formula(step: Step) -> Iterator[Tensor]:
    start = gradient_start(step.call)
    return ancestors(start, made_by_layers(start))


def made_by_layers(value: Value | None) -> set[int]:
    """The identities of those tensors behind a value."""
    return {id(one) for one in ancestors(value) if one.layer is not None}


def is_learned(value: Value) -> bool:
    """Whether gradients of it reach a layer."""
    return any(one.layer is not None for one in followed(value))
