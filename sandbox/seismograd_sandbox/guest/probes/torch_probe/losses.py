"""Every loss that was differentiated, on its way to the trace in small batches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from .alarms import Alarms
from .kit import Kit
from .loss_functions import LossFunctions
from .samples import rounded
from .together import together
from .untraced import aside

BATCH = 64
MOST_ROOTS = 1_000
"""Losses kept for one step: some scripts never make one."""
MAX_DELAY_S = 0.5
"""So that the curve can be followed while the run goes on."""


class Losses:
    """Keeps the losses of steps as they are, on their device, and sends many at once."""

    def __init__(self, kit: Kit, functions: LossFunctions, alarms: Alarms) -> None:
        self._kit = kit
        self._functions = functions
        self._alarms = alarms
        self.unscaled: Callable[[Any], Any] = lambda root: root
        """The loss behind what is differentiated: a scaler of mixed precision multiplies it."""
        self._waiting: list[Any] = []
        self._penalties: list[Any] = []
        """Of those that wait; None where one has none."""
        self._optimisers: list[int] = []
        self._first = 0
        self._sent = 0.0
        self._roots: list[Any] = []
        self._penalty: Any = None
        """Of what was differentiated last."""
        self._last: tuple[Any, int | None] = (None, None)
        self._place: dict[str, Any] | None = None
        self._inside = False
        self._unused = 0
        """Backward passes since the last step."""
        self._epoch_sum = 0.0
        self._epoch_count = 0

    @property
    def backwards(self) -> int:
        """Backward passes since the last step."""
        return len(self._roots)

    def begin(
        self,
        before: Callable[[], None],
        after: Callable[[], None],
        walk: Callable[[Any, bool], None],
    ) -> None:
        """Look on at backward passes, with a word before and after each.

        `walk` is given what is differentiated, and whether all of its leaves get a gradient.
        """
        note, walk = self._kit.guard(self._differentiated), self._kit.guard(walk)
        before, after = self._kit.guard(before), self._kit.guard(after)

        def make(plain: Any) -> Any:
            def backward(tensors: Any, *arguments: Any, **options: Any) -> Any:
                # Recomputed layers are differentiated in parts of their own.
                if self._inside or self._kit.retired:
                    return plain(tensors, *arguments, **options)
                self._inside = True
                self._kit.guard.thread = threading.get_ident()  # the one that trains
                try:
                    before()
                    note(tensors)
                    walk(tensors, options.get("inputs") is None)
                    result = plain(tensors, *arguments, **options)
                finally:
                    self._inside = False
                after()
                return result

            return backward

        self._kit.patches.around(self._kit.torch.autograd, "backward", make)

    def _differentiated(self, tensors: Any) -> None:
        if not self._kit.is_ours:
            return
        some = tensors if isinstance(tensors, (list, tuple)) else (tensors,)
        roots = [self.unscaled(root) for root in some if isinstance(root, self._kit.torch.Tensor)]
        self._unused += 1
        if len(self._roots) < MOST_ROOTS:
            self._roots.extend(root.detach() for root in roots if root.numel() == 1)
        if self._place is None:
            self._place = self._kit.observer.places.caller()
        if roots:
            self._functions.differentiated(roots[0])
            self._penalty = self._functions.penalty.of(roots[0])

    def stepped(self, optimiser: int | None, *, closure: bool) -> Any:
        """The loss of a step: what was differentiated since the one before it."""
        roots, self._roots = self._roots, []
        penalty, self._penalty = self._penalty, None
        self._unused = 0
        if closure:
            del roots[1:]  # tried again and again by the optimiser; the first is where it stood
        if roots:
            loss = _sum(self._kit.torch, roots)
        elif self._last[0] is not None and self._last[1] != optimiser:
            loss = self._last[0]  # several optimisers share a backward pass
        else:
            self.send()
            return None
        self._last = (loss, optimiser)
        if not self._waiting:
            self._first = self._kit.observer.steps
        self._waiting.append(loss)
        self._penalties.append(penalty if len(roots) == 1 else None)
        self._optimisers.append(-1 if optimiser is None else optimiser)
        if len(self._waiting) >= BATCH or time.perf_counter() - self._sent > MAX_DELAY_S:
            self.send()
        return loss

    def forget(self) -> None:
        """Of the backward passes since the last step: none of them will be part of the next."""
        self._roots = []

    def tell_unused(self) -> None:
        """Backward passes of a run that never made a step of them."""
        if self._unused and not self._kit.observer.steps and self._kit.is_ours:
            fields = {"backwards": self._unused, "place": self._place}
            self._kit.observer.record("unused_gradients", **fields)

    def send(self) -> None:
        waiting, self._waiting = self._waiting, []
        penalties, self._penalties = self._penalties, []
        optimisers, self._optimisers = self._optimisers, []
        self._sent = time.perf_counter()
        if not waiting:
            return
        with aside(self._kit.torch):
            values = together(
                self._kit.torch, waiting + [one for one in penalties if one is not None]
            )
        first, are_several = self._first, len(set(optimisers)) > 1
        facts = {"optimisers": optimisers if are_several else None}

        def read(numbers: list[float]) -> None:
            losses, known = numbers[: len(waiting)], numbers[len(waiting) :]
            self._read(losses, first, {**facts, "penalties": _in_place(known, penalties)})

        self._kit.mail.send(values, read)

    def mean_of_epoch(self) -> float | None:
        """The mean of the losses that have arrived since it was last asked for."""
        mean = self._epoch_sum / self._epoch_count if self._epoch_count else None
        self._epoch_sum, self._epoch_count = 0.0, 0
        return mean

    def _read(self, numbers: list[float], first: int, facts: dict[str, Any]) -> None:
        self._epoch_sum += sum(numbers)
        self._epoch_count += len(numbers)
        values = [rounded(number) for number in numbers]
        self._kit.observer.record("losses", first=first, values=values, **facts)
        for at, number in enumerate(numbers):
            if number != number or number in (float("inf"), float("-inf")):
                self._alarms.loss(number, first + at, self._place)
                return


def _sum(torch: Any, roots: list[Any]) -> Any:
    """The objective whose gradient a step takes, also where it was differentiated in parts."""
    if len(roots) == 1:
        return roots[0]
    return together(torch, roots).sum()


def _in_place(known: list[float], penalties: list[Any]) -> list[float | None] | None:
    """The numbers of those that have one, with None for the others."""
    if not known:
        return None
    numbers = iter(known)
    return [None if one is None else rounded(next(numbers)) for one in penalties]
