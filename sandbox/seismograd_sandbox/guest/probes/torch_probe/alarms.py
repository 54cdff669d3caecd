"""What should never be: told the first time that it is seen."""

from __future__ import annotations

import math
from typing import Any

from .kit import Kit
from .modules import Modules

KINDS = {"grad": "nan-gradient", "weight": "nan-weight", "activation": "nan-activation"}


class Alarms:
    def __init__(self, kit: Kit, modules: Modules) -> None:
        self._kit = kit
        self._modules = modules
        self._told: set[str] = set()
        self.scaled = False
        """Infinite gradients are usual, and their steps skipped, where a scaler is at work."""
        self.new = False
        """Set where something was told, until somebody takes note."""

    def loss(self, value: float, step: int, place: dict[str, Any] | None) -> None:
        self._tell("nan-loss" if math.isnan(value) else "inf-loss", step, None, place)

    def look(self, layers: list[dict[str, Any]], step: int) -> None:
        """At the layers of a sampled step, in the order in which they were called."""
        for at, layer in enumerate(layers):
            if at == 0 and _is_bad(layer.get("input"), "nan", "inf"):
                self._tell_layer("nan-input", step, layer["layer"])
            for what, kind in KINDS.items():
                if any(self._is_bad(what, part) for part in _parts(layer.get(what), what)):
                    self._tell_layer(kind, step, layer["layer"])

    def _is_bad(self, what: str, part: dict[str, Any]) -> bool:
        infinite = what == "weight" or (what == "grad" and not self.scaled)
        return _is_bad(part, "nan", *(["inf"] if infinite else []))

    def _tell_layer(self, kind: str, step: int, layer: int) -> None:
        self._tell(kind, step, layer, self._modules.place_of_layer(layer))

    def _tell(self, kind: str, step: int, layer: int | None, place: Any) -> None:
        if kind not in self._told:
            self._told.add(kind)
            self.new = True
            self._kit.observer.record("alarm", alarm=kind, step=step, layer=layer, place=place)


def _parts(found: Any, what: str) -> list[dict[str, Any]]:
    if found is None:
        return []
    return [found] if what == "activation" else list(found.values())


def _is_bad(part: dict[str, Any] | None, *names: str) -> bool:
    return part is not None and any(part.get(name) for name in names)
