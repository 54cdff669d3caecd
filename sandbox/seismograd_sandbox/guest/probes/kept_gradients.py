"""Whether gradients are cleared between one step of an optimiser and the next (PyTorch).

One parameter of each optimiser is looked at before every backward pass of its first steps: its
gradient must have been empty before one of them. Whoever sums up the gradients of several passes
on purpose begins with nothing, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..observer import Observer
from .identity import ByIdentity

STEPS = 32
"""A loop that does not clear its gradients shows it at once."""
ELEMENTS = 256


class _Looked:
    """At an optimiser: what was found since its last step, and in the steps before."""

    def __init__(self, number: int | None) -> None:
        self.number = number
        self.parameter: Any = None
        self.kept: list[Any] = []
        self._since: list[Any] = []

    def look(self) -> None:
        gradient = None if self.parameter is None else self.parameter.grad
        if gradient is None or gradient.is_sparse:
            self._since.append(False)
        else:
            sample = gradient.detach().reshape(-1)[-ELEMENTS:]
            self._since.append((sample != 0).any())

    def step(self, parameters: list[Any]) -> None:
        since, self._since = self._since, []
        if self.parameter is not None and since:
            is_empty = any(one is False for one in since)
            self.kept.append(False if is_empty else _all(since))
        # The last one is next to the loss: its gradient is seldom zero by itself.
        self.parameter = next((one for one in reversed(parameters) if one.grad is not None), None)


class KeptGradients:
    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._looked: ByIdentity[_Looked] = ByIdentity()
        self._open: list[_Looked] = []
        self._place: dict[str, Any] | None = None

    @property
    def is_looking(self) -> bool:
        return bool(self._open)

    def before_backward(self) -> None:
        if self._place is None:
            self._place = self._observer.places.caller()
        for one in self._open:
            one.look()

    def stepped(self, optimiser: Any, number: int | None, parameters: Callable[[], Any]) -> None:
        looked = self._looked.get(optimiser)
        if looked is None:
            looked = _Looked(number)
            self._looked.set(optimiser, looked)
            self._open.append(looked)
        if looked in self._open:
            looked.step(parameters())
            if len(looked.kept) >= STEPS and _is_here(looked.kept):
                self._tell(looked)

    def finish(self) -> None:
        for one in list(self._open):
            self._tell(one)

    def _tell(self, looked: _Looked) -> None:
        self._open.remove(looked)
        kept = looked.kept[:STEPS]
        if kept:
            self._observer.record(
                "kept_gradients",
                optimiser=looked.number,
                steps=len(kept),
                kept=sum(bool(one) for one in kept),
                place=self._place,
            )


def _all(flags: list[Any]) -> Any:
    found = flags[0]
    for one in flags[1:]:
        found = found & one
    return found


def _is_here(flags: list[Any]) -> bool:
    """Whether they can be read without waiting for a device."""
    return all(isinstance(one, bool) or one.device.type == "cpu" for one in flags)
