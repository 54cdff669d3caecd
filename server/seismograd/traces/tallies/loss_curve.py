"""The loss of a run from two sources: whole stretches, and sampled steps that come sooner."""

from __future__ import annotations

from copy import deepcopy

from seismograd.traces.curve import Curve
from seismograd.traces.events import Losses, Step


class LossCurve:
    """Steps count until a stretch covers them; after a sudden end they are the last word."""

    def __init__(self) -> None:
        self._whole = Curve()
        self._sampled = Curve()

    def add_losses(self, event: Losses) -> None:
        first = event.first or 0
        for number, value in enumerate(event.values):
            if value is not None:
                self._whole.add(first + number, value)
        covered, sampled = self._whole.last, self._sampled.last
        if covered and sampled and sampled.step <= covered.step:
            self._sampled = Curve()

    def add_step(self, event: Step) -> None:
        if event.loss is not None and event.step is not None:
            self._sampled.add(event.step, event.loss)

    def curve(self) -> Curve:
        """All that is known so far; only to be read."""
        if (covered := self._whole.last) is None:
            return self._sampled
        later = [point for point in self._sampled.points() if point.step > covered.step]
        whole = deepcopy(self._whole) if later else self._whole
        for point in later:
            whole.add(*point)
        return whole
