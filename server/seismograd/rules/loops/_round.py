"""One round of a training loop: what it does, in which order, and what runs together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.conditions import Conditions
from seismograd.program.escapes import is_unmodelled
from seismograd.program.model import Program, Step, TrainingLoop
from seismograd.program.torch.stepped_optimiser import is_scaler_step
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Member, Object, Tensor, Value

_EMPTYING = frozenset({"zero_", "fill_", "detach_", "copy_", "mul_"})
CLEARING = _EMPTYING | {"zero_grad", "setattr"}
"""Methods by which gradients may be emptied."""


class Round:
    """The calls of one round of a training loop, with the conditions they run under."""

    def __init__(self, program: Program, training: TrainingLoop) -> None:
        self.program = program
        self.training = training
        self.loop = training.loop
        self.steps = training.steps

    @cached_property
    def conditions(self) -> Conditions:
        loop = self.loop
        inside = self._with_inner_loops()
        return Conditions(loop, (call for call in inside if call.loop is loop))

    def _with_inner_loops(self) -> Iterator[Call]:
        if self.loop is not None:
            return self.program.index.within(self.loop)
        return self.program.index.outside_loops(self.training.function)

    def of_kind(self, *kinds: str) -> list[Step]:
        return [step for step in self.steps if step.kind in kinds]

    def together(self, *kinds: str) -> Iterator[tuple[Step, ...]]:
        """Runs of steps of these kinds, in this order, that stand in the same arms."""
        for first in self.of_kind(kinds[0]):
            yield from self._after((first,), kinds[1:])

    def _after(self, found: tuple[Step, ...], kinds: tuple[str, ...]) -> Iterator[tuple[Step, ...]]:
        if not kinds:
            yield found
            return
        for step in self.of_kind(kinds[0]):
            later = step.call.index > found[-1].call.index
            if later and all(self.conditions.alike(step.call, one.call) for one in found):
                yield from self._after((*found, step), kinds[1:])

    def between(self, first: Call, last: Call, *kinds: str) -> list[Step]:
        return [s for s in self.of_kind(*kinds) if first.index < s.call.index < last.index]

    def calls_between(self, first: Call, last: Call, *methods: str) -> bool:
        """Whether a method of one of these names is called in between, in inner loops too."""
        return any(
            call.method in methods and first.index < call.index < last.index
            for call in self._with_inner_loops()
        )

    def calls(self, *methods: str) -> bool:
        """Whether the round calls a method of one of these names, of anything."""
        return any(call.method in methods for call in self._with_inner_loops())

    def clears_gradients(self) -> bool:
        """Whether anything in the round empties gradients."""
        return any(clears_gradients(call) for call in self._with_inner_loops())

    def hands_on(self, value: Value | None) -> bool:
        """Whether something unknown gets a value that it may change."""
        index = self.program.index
        return any(
            not is_scaler_step(call) and is_unmodelled(call) and self._has(call)
            for calls in (index.given(value), index.on_holders(value))
            for call in calls
        )

    def _has(self, call: Call) -> bool:
        if self.loop is not None:
            return call.in_loop(self.loop)
        return call.loop is None and call.function is self.training.function


def rounds(program: Program, *frameworks: str) -> Iterator[Round]:
    """The rounds of hand-written training loops, of PyTorch where nothing else is asked for."""
    for one in program.derived(_all_rounds):
        if one.training.framework in (frameworks or ("torch",)):
            yield one


def _all_rounds(program: Program) -> list[Round]:
    return [Round(program, training) for training in program.loops]


def clears_gradients(call: Call) -> bool:
    """`zero_grad()`, `p.grad = None`, `p.grad.zero_()` and the like."""
    if call.method == "zero_grad" or sets_attribute(call, "grad"):
        return True
    receiver = call.receiver
    is_gradient = isinstance(receiver, Member) and receiver.name == "grad"
    return is_gradient and call.method in _EMPTYING


def is_known_optimiser(program: Program, value: Value | None) -> bool:
    return id(value) in program.derived(_optimiser_values)


def _optimiser_values(program: Program) -> set[int]:
    return {id(optimiser.value) for optimiser in program.optimisers}


def made_by(value: Value | None) -> Call | None:
    """The call that computed a value."""
    return value.call if isinstance(value, Tensor | Object) else None
