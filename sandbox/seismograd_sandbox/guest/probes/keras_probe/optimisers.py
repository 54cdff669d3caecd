"""Optimisers as they are met, and the learning rates that they use."""

from __future__ import annotations

from typing import Any

from ..identity import ByIdentity
from .networks import Networks
from .own_settings import own_settings
from .scene import Scene


class Optimisers:
    def __init__(self, scene: Scene, networks: Networks) -> None:
        self._scene = scene
        self._networks = networks
        self._numbers: ByIdentity[int] = ByIdentity()
        self._used: ByIdentity[bool] = ByIdentity()
        self._rates: dict[int, Any] = {}

    def note_used(self, optimizer: Any) -> None:
        """It takes part in a program that is being compiled."""
        self._used.set(optimizer, True)

    def is_used(self, optimizer: Any) -> bool:
        return optimizer in self._used

    def note_rate(self, optimizer: Any, rate: Any) -> None:
        """What an optimiser has just used; nothing of the user's has to be called for it."""
        self._rates[id(optimizer)] = rate

    def rate(self, optimizer: Any) -> Any:
        """A number or a tensor; None where only code of the user could tell."""
        inner = getattr(optimizer, "inner_optimizer", optimizer)
        for value in (self._rates.get(id(inner)), getattr(inner, "_learning_rate", None)):
            tensor = self._scene.backend.native(value) if value is not None else None
            if isinstance(tensor, (int, float)) or self._scene.backend.is_concrete(tensor):
                return tensor
        return None

    def number(self, optimizer: Any) -> int | None:
        return self._numbers.get(optimizer)

    def meet(self, optimizer: Any, variables: list[Any]) -> int:
        known = self._numbers.get(optimizer)
        if known is not None:
            return known
        number = self._scene.observer.new_id("optimiser")
        self._numbers.set(optimizer, number)
        place = self._scene.observer.places.caller()
        inner = getattr(optimizer, "inner_optimizer", optimizer)
        self._scene.observer.record(
            "optimiser",
            optimiser=number,
            type=type(inner).__name__,
            built=self._scene.births.place_of(inner),
            called=place,
            groups=[self._group(inner, variables)],
            unknown_parameters=sum(self._networks.owner(v) is None for v in variables) or None,
        )
        self._meet_schedule(inner, number, place)
        self._networks.note_trained(variables)
        return number

    def _group(self, optimizer: Any, variables: list[Any]) -> dict[str, Any]:
        rate = self._first_rate(optimizer)
        group: dict[str, Any] = {"lr": rate, "parameters": len(variables)}
        if rate is not None or callable(getattr(optimizer, "_learning_rate", None)):
            group.update(own_settings(self._scene, optimizer))
        return group

    def _first_rate(self, optimizer: Any) -> float | None:
        schedule = getattr(optimizer, "_learning_rate", None)
        initial = getattr(schedule, "initial_learning_rate", None)
        rate = initial if isinstance(initial, (int, float)) else self.rate(optimizer)
        return None if rate is None else float(rate)

    def _meet_schedule(self, optimizer: Any, number: int, place: Any) -> None:
        schedule = getattr(optimizer, "_learning_rate", None)
        kinds = getattr(self._scene.keras.optimizers.schedules, "LearningRateSchedule", ())
        if isinstance(schedule, kinds):
            self.record_schedule(schedule, number, place)

    def record_schedule(self, schedule: Any, optimiser: int | None, place: Any) -> None:
        self._scene.observer.record(
            "scheduler",
            scheduler=self._scene.observer.new_id("scheduler"),
            type=type(schedule).__name__,
            built=self._scene.births.place_of(schedule),
            optimiser=optimiser,
            called=place,
        )
