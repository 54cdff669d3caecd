"""Events of sampled steps: numbers are fetched together, and written when they are there."""

from __future__ import annotations

from functools import partial
from typing import Any

from .alarms import Alarms
from .kit import Kit
from .samples import rounded
from .together import together
from .window import Rows, Window

LAYERS_A_LINE = 400
"""Very deep networks are told in parts: lines of a trace are bounded."""


class Report:
    def __init__(self, kit: Kit, alarms: Alarms) -> None:
        self._kit = kit
        self._alarms = alarms

    def step(self, fields: dict[str, Any], measured: dict[str, Any]) -> None:
        """Write a `step` event of what is known, and of tensors with one element each."""
        torch = self._kit.torch
        numbers = {name: value for name, value in measured.items() if value is not None}
        tensors = {n: value for n, value in numbers.items() if isinstance(value, torch.Tensor)}
        fields.update((name, value) for name, value in numbers.items() if name not in tensors)

        def read(values: list[float]) -> None:
            for name, value in zip(tensors, values):
                fields[name] = rounded(value) if name != "skipped" else bool(value) or None
            self._kit.observer.record("step", **fields)

        self._kit.mail.send(together(torch, list(tensors.values())), read)

    def layers(self, window: Window, step: int) -> None:
        """Write `layers` events, one for each mode that the network was called in."""
        for values, read in window.measured():
            self._kit.mail.send(values, partial(self._tell, read, step))

    def _tell(self, read: Rows, step: int, numbers: list[float]) -> None:
        for group in read(numbers):
            layers, mode = group["layers"], group["mode"]
            self._alarms.look(layers, step)
            for at in range(0, len(layers), LAYERS_A_LINE):
                some = layers[at : at + LAYERS_A_LINE]
                self._kit.observer.record("layers", step=step, mode=mode, layers=some)
