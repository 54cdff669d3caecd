"""Losses that were computed and not differentiated: validation, mostly."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ..repeated_inputs import RepeatedInputs
from .kit import Kit
from .samples import rounded
from .together import together
from .untraced import aside

MOST_KEPT = 256
MIN_DISTANCE_S = 0.2
"""Between two events of an epoch: some loops look at another loss in every step."""


class Evaluations:
    """Keeps what was computed since the last event, without a look at the numbers."""

    def __init__(self, kit: Kit, network: Callable[[], tuple[Any, int] | None]) -> None:
        self._kit = kit
        self._network = network
        self._undecided: list[tuple[Any, bool | None]] = []
        """Losses with a graph: for training, unless more come than a step uses."""
        self._usual: dict[int | None, int] = {}
        """By network: one that is trained before another may have a simpler loss."""
        self._losses: list[Any] = []
        self._counted = 0
        self._batches = 0
        self._called = 0
        self._caller: int | None = None
        self._used: int | None = None
        """The network that was asked for single answers in training mode since the last step."""
        self._is_used_to_train = False
        self._modes: set[bool] = set()
        self._place: dict[str, Any] | None = None
        self.repeated = RepeatedInputs()
        self._seen_in_training: float | None = None
        self._training: bool | None = None
        self._grad_enabled: bool | None = None
        self._last = 0.0
        self._epoch = 0

    def computed(self, loss: Any) -> None:
        network = self._network()
        training = None if network is None else bool(network[0].training)
        if not loss.requires_grad:
            self._kit.observer.enter_phase("evaluate")
            grad_enabled = self._kit.torch.is_grad_enabled()
            self._take([(loss.detach(), training)], grad_enabled=grad_enabled)
            return
        self._undecided.append((loss.detach(), training))
        if len(self._undecided) > MOST_KEPT:
            self._take(self._undecided[: MOST_KEPT // 2], grad_enabled=True)
            del self._undecided[: MOST_KEPT // 2]

    def called(self, network: int, training: bool, grad_enabled: bool) -> None:
        """A network was called with a batch of no loader, and not for a backward pass."""
        self._kit.observer.enter_phase("evaluate")
        self._called += 1
        self._caller = network
        self._training = training
        self._modes.add(training)
        self._note_place(training)
        self._grad_enabled = bool(self._grad_enabled) or grad_enabled

    def used(self, network: int) -> None:
        """A network that is trained with batches answers for one example, in training mode."""
        self._used = network
        self._note_place(training=True)

    def passed(self) -> None:
        """A network is called in training mode with what a loader gave, without a graph."""
        self._note_place(training=True)

    def _note_place(self, training: bool) -> None:
        if training and self._place is None:
            self._place = self._kit.observer.places.caller()

    def seen_in_training(self, part: float) -> None:
        """Which part of a batch of this evaluation was trained on, as far as is known."""
        before = self._seen_in_training
        self._seen_in_training = part if before is None else min(before, part)

    def loader_ended(self, batches: int, *, without_graph: bool) -> None:
        """A loader was gone through without a step."""
        self._batches = max(self._batches, batches)
        network = self._network()
        if self._training is None and network is not None:
            self._training = bool(network[0].training)
        if self._grad_enabled is None and without_graph:
            self._grad_enabled = False

    def differentiated(self, epoch: int) -> None:
        """Training goes on: the last losses were for it, those before were not."""
        if self._used is not None:
            self._used, self._is_used_to_train, self._place = None, True, None
            self.repeated = RepeatedInputs()
        count = len(self._undecided)
        if count:
            trained = self._network()
            number = None if trained is None else trained[1]
            usual = self._usual[number] = min(self._usual.get(number, count), count)
            if count > usual:
                self._take(self._undecided[: count - usual], grad_enabled=True)
            self._undecided.clear()
        if self._has_something:
            new = epoch != self._epoch or time.perf_counter() - self._last > MIN_DISTANCE_S
            self._epoch = epoch
            if new:
                self.tell()
        else:
            self._place, self.repeated = None, RepeatedInputs()  # it was a part of the training

    def finish(self) -> None:
        if self._usual and self._undecided:
            self._take(self._undecided, grad_enabled=True)
        if not self._has_something and self._used is not None and not self._is_used_to_train:
            self.called(self._used, True, False)
        if self._has_something:
            self.tell(after_training=True if self._is_use_in_training_mode else None)

    @property
    def _is_use_in_training_mode(self) -> bool:
        """Not where a loader is gone through: statistics of batches may be taken anew."""
        return self._modes == {True} and not self._batches and not self._grad_enabled

    @property
    def _has_something(self) -> bool:
        return bool(self._losses or self._batches or self._called)

    def _number(self) -> int | None:
        network = self._network()
        return self._caller if network is None or self._caller is not None else network[1]

    def tell(self, after_training: bool | None = None) -> None:
        self._last = time.perf_counter()
        losses, self._losses = self._losses, []
        count, self._counted = self._counted, 0
        fields = {
            "batches": max(self._batches, self._called, count),
            "network": self._number(),
            "mode": {None: None, True: "train", False: "eval"}[self._training],
            "grad_enabled": self._grad_enabled,
            "seen_in_training": self._seen_in_training,
            "place": self._place,
            "times": self.repeated.times(),
            "after_training": after_training,
        }
        self.repeated, self._modes, self._place = RepeatedInputs(), set(), None
        self._batches, self._grad_enabled, self._training = 0, None, None
        self._called, self._caller, self._seen_in_training = 0, None, None

        def read(numbers: list[float]) -> None:
            mean = rounded(sum(numbers) / count) if numbers else None
            self._kit.observer.record("evaluation", loss=mean, **fields)

        self._kit.mail.send(self._together(losses), read)

    def _take(self, losses: list[tuple[Any, bool | None]], *, grad_enabled: bool) -> None:
        self._losses.extend(loss for loss, _ in losses)
        self._counted += len(losses)
        self._training = losses[-1][1] if losses else self._training
        self._grad_enabled = bool(self._grad_enabled) or grad_enabled
        if len(self._losses) > MOST_KEPT:
            with aside(self._kit.torch):
                self._losses = [self._together(self._losses).sum()]

    def _together(self, losses: list[Any]) -> Any:
        with aside(self._kit.torch):
            return together(self._kit.torch, losses)
