"""One sampled step: from the end of the step before it to its own end."""

from __future__ import annotations

from typing import Any, NamedTuple

from .activations import Activation, liveliness, unit_axis
from .samples import ANYWHERE, FIELDS, Samples, as_fields, rounded

SATURATED = FIELDS.index("saturated")
ZERO = FIELDS.index("zero")


class Slot(NamedTuple):
    """What a row of samples is of."""

    layer: int
    what: str
    name: str | None = None
    mode: str | None = None
    function: Activation | None = None
    units: bool = False
    classes: int = 1


class Window:
    """Samples of layers and parameters, device by device."""

    def __init__(self, torch: Any, pool: dict[Any, Samples], *, with_layers: bool) -> None:
        self._torch = torch
        self._pool = pool
        self.with_layers = with_layers
        self._slots: dict[Any, list[Slot]] = {}
        self._seen: set[tuple[Any, ...]] = set()
        self.modes: list[str] = []

    def add(self, slot: Slot, tensor: Any) -> None:
        """Sample a tensor, unless this step has seen it: of repeated calls the first counts."""
        key = (slot.layer, slot.what, slot.name, slot.mode, slot.units)
        if key in self._seen:
            return
        self._seen.add(key)
        flat_ends = (slot.function and slot.function.flat_ends) or ANYWHERE
        samples = self._samples(tensor.device)
        samples.add(tensor, ANYWHERE if slot.units else flat_ends)
        self._slots[tensor.device].append(slot)

    def add_function(self, slot: Slot, tensor: Any, after_convolution: bool) -> None:
        """Sample what a layer computed or was given, and look at its units one by one."""
        activation = slot.function
        if activation is None or (slot.layer, slot.what, None, slot.mode, True) in self._seen:
            self.add(slot, tensor)
            return
        self.add(slot._replace(classes=int(tensor.shape[-1]) if tensor.dim() else 1), tensor)
        axis = unit_axis(tensor, after_convolution) if activation.has_units else None
        if axis is not None and tensor.is_floating_point():
            units = liveliness(activation, tensor, axis)
            self.add(slot._replace(units=True), units)

    def measured(self) -> list[tuple[Any, Rows]]:
        """For every device a flat tensor of statistics, and how to read it."""
        return [
            (self._pool[device].measure().view(-1), Rows(slots, list(self._pool[device].sizes)))
            for device, slots in self._slots.items()
        ]

    def _samples(self, device: Any) -> Samples:
        if device not in self._slots:
            self._slots[device] = []
            if device not in self._pool:
                self._pool[device] = Samples(self._torch, device)
            self._pool[device].clear()
        return self._pool[device]


class Rows:
    """Gathers rows of numbers by mode and layer, as they stand in a trace."""

    def __init__(self, slots: list[Slot], sizes: list[int]) -> None:
        self._slots = slots
        self._sizes = sizes

    def __call__(self, values: list[float]) -> list[dict[str, Any]]:
        width = len(FIELDS)
        modes: dict[str | None, dict[int, dict[str, Any]]] = {}
        for row, slot in enumerate(self._slots):
            layers = modes.setdefault(slot.mode, {})
            here = layers.setdefault(slot.layer, {"layer": slot.layer})
            _put(here, slot, values[row * width : (row + 1) * width], self._sizes[row])
        return [{"mode": mode, "layers": list(layers.values())} for mode, layers in modes.items()]


def _put(here: dict[str, Any], slot: Slot, numbers: list[float], size: int) -> None:
    if slot.units:
        here[slot.what]["dead"] = rounded(numbers[ZERO])
        return
    fields = as_fields(numbers, size)
    if slot.name is not None:
        here.setdefault(slot.what, {})[slot.name] = fields
        return
    here[slot.what] = fields
    if slot.function is not None:
        if slot.what == "input":
            fields["function"] = slot.function.name
        if slot.function.flat_ends is not None:
            # A softmax is flat where one class has all: of each row one element says so.
            share = numbers[SATURATED] * (slot.classes if slot.function.name == "softmax" else 1)
            fields["saturated"] = rounded(min(share, 1.0))
