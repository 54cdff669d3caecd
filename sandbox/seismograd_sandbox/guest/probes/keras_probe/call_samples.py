"""What layers were given and gave back in the step under way."""

from __future__ import annotations

from typing import Any

from .activations import activation_of, unit_axis
from .parcel import Parcel
from .scene import Scene


class CallSamples:
    """Of a layer that is called again and again in one step, the first call counts."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._parcel = scene.post.parcel()
        self._functions: dict[int, str | None] = {}
        self.mode: str | None = None

    def add(self, layer: Any, number: int, inputs: Any, output: Any) -> None:
        if number in self._functions:
            return
        backend = self._scene.backend
        result, given = first_tensor(output), first_tensor(inputs)
        self._functions[number] = activation_of(layer)
        if backend.is_concrete(result) and len(result.shape) > 1:
            self._parcel.grid(("activation", number, ""), result, unit_axis(layer))
        if backend.is_concrete(given) and len(given.shape) > 0:
            self._parcel.sample(("input", number, ""), given)

    def take(self) -> tuple[Parcel, dict[int, str | None]]:
        """The samples so far and the functions of their layers; the next step begins anew."""
        taken = self._parcel, self._functions
        self._parcel, self._functions = self._scene.post.parcel(), {}
        return taken


def first_tensor(value: Any) -> Any:
    while isinstance(value, (list, tuple, dict)) and value:
        value = next(iter(value.values())) if isinstance(value, dict) else value[0]
    return value
