"""Models that are fitted with all of their weights frozen, and where that was done."""

from __future__ import annotations

from typing import Any

from ..identity import ByIdentity
from .networks import Networks
from .scene import Scene
from .structure import parts_of


class Freezing:
    def __init__(self, scene: Scene, networks: Networks) -> None:
        self._scene = scene
        self._networks = networks
        self._places: ByIdentity[dict[str, Any]] = ByIdentity()
        self._plain: Any = None

    def install(self) -> None:
        kind = self._scene.keras.layers.Layer
        plain = vars(kind).get("trainable")
        if not isinstance(plain, property) or plain.fset is None:
            return
        note, setter = self._scene.guard(self._set), plain.fset

        def trainable(layer: Any, value: Any) -> None:
            setter(layer, value)
            note(layer, value)

        self._plain = plain
        kind.trainable = property(plain.fget, trainable, plain.fdel, plain.__doc__)

    def remove(self) -> None:
        if self._plain is not None:
            self._scene.keras.layers.Layer.trainable = self._plain

    def fitted(self, model: Any) -> None:
        """`fit` begins with what it is to train."""
        if not getattr(model, "built", False) or model.trainable_weights or not model.weights:
            return
        places = [self._places.get(part.layer) for part in parts_of(self._scene, model)]
        known = [place for place in (self._places.get(model), *places) if place is not None]
        self._scene.observer.record(
            "frozen_network",
            network=self._networks.meet(model),
            parameters=int(model.count_params()),
            place=known[-1] if known else self._scene.observer.places.caller(),
        )

    def _set(self, layer: Any, value: Any) -> None:
        place = None if value else self._scene.observer.places.caller()
        if place is not None:
            self._places.set(layer, place)
