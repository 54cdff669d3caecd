"""Gradients that are cleared before a step has used them.

One parameter is looked at after every backward pass, and again before the next one and at the
step. Only passes of a line whose gradients a step uses at other times count, or where no step uses
any: whoever makes gradients for something else, as for examples that deceive the network, does so
on a line of its own.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any

from .kit import Kit
from .updates import parameters_of

ENOUGH_PASSES = 64
"""Backward passes: a loop that throws its gradients away shows it at once."""
FEWEST_STEPS = 2
"""What gradients are for is known at the step that follows them; the first is before any look."""
ELEMENTS = 256
Line = tuple[Any, Any]


class DiscardedGradients:
    """Of one optimiser: with several, the gradients that one needs are in the way of another."""

    def __init__(self, kit: Kit, forget_losses: Callable[[], None]) -> None:
        """`forget_losses`: of passes that no step will use."""
        self._kit = kit
        self._forget_losses = forget_losses
        self._optimiser: weakref.ref[Any] | None = None
        self._number: int | None = None
        self._parameter: weakref.ref[Any] | None = None
        self._pending: Line | None = None
        self._memory = 0
        self._lost: Counter[Line] = Counter()
        self._used: set[Line] = set()
        self._passes = 0
        self._steps = 0
        self._place: dict[str, Any] | None = None
        self._is_told = False
        self.is_looking = False

    def before_backward(self) -> None:
        if self._pending is not None and self._is_empty():
            self._lost[self._pending] += 1
            self._forget_losses()
        self._pending = None

    def after_backward(self) -> None:
        if self._parameter is None:
            self._choose_parameter()
        if self._is_empty():
            return
        self._passes += 1
        place = (None if self._is_told else self._kit.observer.places.caller()) or {}
        self._pending = place.get("file"), place.get("line")
        self._memory = self._gradient.data_ptr()
        if self._passes >= ENOUGH_PASSES and self._steps >= FEWEST_STEPS and not self._is_told:
            self.finish()
            self.is_looking = bool(self._lost)  # their losses are left out from first to last

    def stepped(self, optimiser: Any, number: int | None, closure: bool) -> None:
        """With a closure, gradients are made and used inside of the step."""
        if self._optimiser is None:
            self._optimiser, self._number = weakref.ref(optimiser), number
            self.is_looking = True
            self._place = self._kit.observer.places.caller()
        if closure or self._optimiser() is not optimiser:
            self.is_looking = False
        self._steps += 1
        pending, self._pending = self._pending, None
        if self.is_looking and pending is not None:
            self._count(pending)

    def _count(self, pending: Line) -> None:
        if self._is_empty():
            self._lost[pending] += 1
        elif self._gradient.data_ptr() == self._memory:
            self._used.add(pending)
        else:
            self.is_looking = False  # the script writes its gradients itself

    def finish(self) -> None:
        is_known = self._passes and self._steps >= FEWEST_STEPS
        if self.is_looking and is_known and not self._is_told:
            self._is_told = True
            lost = [count for line, count in self._lost.items() if self._counts(line)]
            self._kit.observer.record(
                "discarded_gradients",
                optimiser=self._number,
                steps=self._steps,
                passes=self._passes,
                discarded=sum(lost),
                place=self._place,
            )

    def _counts(self, line: Line) -> bool:
        return line in self._used or not self._used

    def _choose_parameter(self) -> None:
        """The last one is next to the loss: its gradient is seldom zero by itself."""
        optimiser = self._optimiser() if self._optimiser is not None else None
        all_of_it = parameters_of(optimiser) if optimiser is not None else []
        found = next((one for one in reversed(all_of_it) if one.grad is not None), None)
        self._parameter = None if found is None else weakref.ref(found)

    @property
    def _gradient(self) -> Any:
        parameter = None if self._parameter is None else self._parameter()
        return None if parameter is None else parameter.grad

    def _is_empty(self) -> bool:
        """Elsewhere than in main memory, zeros would have to be waited for."""
        gradient = self._gradient
        if gradient is None:
            return True
        if gradient.is_sparse or gradient.device.type != "cpu":
            return False
        return not bool((gradient.detach().reshape(-1)[-ELEMENTS:] != 0).any())
