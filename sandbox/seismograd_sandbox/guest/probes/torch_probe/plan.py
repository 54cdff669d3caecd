"""Which steps are looked at: as many as the budget has room for."""

from __future__ import annotations

from typing import Any

from ...meter import Budget, Meter
from .forward import Forward
from .kit import Kit
from .samples import Samples
from .window import Window

MOST_AT_ONCE = 4
"""Steps looked at in a row, so that optimisers that take turns are all seen."""

MOST_STAGES = 4
"""Optimisers that are new during a training whose first steps are looked at whatever they cost;
loops that build one for each task would have most steps looked at."""
STEPS_A_STAGE = 2
"""With their layers: what is the same twice does not change."""


class Plan:
    """Opens a window for the next step, or leaves it alone."""

    def __init__(self, kit: Kit, budget: Budget, meter: Meter, forward: Forward) -> None:
        self._kit = kit
        self._budget = budget
        self._meter = meter
        self._forward = forward
        self._pool: dict[Any, Samples] = {}
        self._left = 0
        self._spent = 0.0
        self._optimisers: set[int | None] = set()
        self._stages = 0
        self._asked = 0
        self._steps = 0
        self._layer_samples = 0
        self._scalar_samples = 0
        self._told_every = 1.0
        self.window: Window | None = None
        self.wanted = False
        """Set where the next step has to be looked at, whatever it costs."""

    @property
    def sampling(self) -> bool:
        return self.window is not None

    def begin(self) -> None:
        self._open(with_layers=True)  # the first step: it has the initial weights

    def stop(self) -> None:
        self.window = None
        self._forward.close()

    def wants_data(self) -> bool:
        return self._budget.allows("data")

    def new_stage(self) -> None:
        """Another optimiser than before: what it trains may be new, and as it begins."""
        if self._steps and self._stages < MOST_STAGES:
            self._stages += 1
            self._asked = STEPS_A_STAGE

    def charge_data(self, seconds: float) -> None:
        """Not also as a part of the window that happens to be open."""
        self._budget.charge("data", seconds)
        self._spent += seconds

    def next_step(self, optimiser: int | None) -> None:
        """Book what the last step cost, and decide about the next."""
        self._steps += 1
        self._optimisers.add(optimiser)
        window, self.window = self.window, None
        if window is not None:
            self._book(window)
        if self._left > 0 and window is not None:
            self._open(with_layers=window.with_layers)
        elif self._budget.allows("layers") or self.wanted or self._asked:
            self._asked = max(self._asked - 1, 0)
            self._begin(with_layers=True)
        elif self._budget.allows("scalars"):
            self._begin(with_layers=False)
        elif window is not None:
            self._forward.close()

    def tell(self) -> None:
        spent = self._meter.so_far
        self._kit.observer.record(
            "overhead",
            seconds=round(spent, 6),
            share=round(self._budget.share_spent, 6),
            every=round(self._steps / max(self._layer_samples, 1), 2),
            scalars_every=round(self._steps / max(self._scalar_samples, 1), 2),
        )

    def _begin(self, *, with_layers: bool) -> None:
        self.wanted = False
        self._left = min(len(self._optimisers), MOST_AT_ONCE)
        self._optimisers.clear()
        self._open(with_layers=with_layers)

    def _open(self, *, with_layers: bool) -> None:
        self._left -= 1
        self._spent = self._meter.so_far
        self.window = Window(self._kit.torch, self._pool, with_layers=with_layers)
        if with_layers:
            self._forward.open(self.window)
        else:
            self._forward.close()

    def _book(self, window: Window) -> None:
        cost = self._meter.so_far - self._spent
        self._budget.charge("layers" if window.with_layers else "scalars", cost)
        self._layer_samples += window.with_layers
        self._scalar_samples += 1
        every = self._steps / max(self._layer_samples, 1)
        if every > 2 * self._told_every:
            self._told_every = every
            self.tell()
