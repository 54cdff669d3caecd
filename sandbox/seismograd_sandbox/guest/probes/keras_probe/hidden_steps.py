"""Steps of compiled programs: only the weights before and after them can be seen."""

from __future__ import annotations

from typing import Any

from .networks import Networks
from .optimisers import Optimisers
from .parcel import Parcel
from .reports import Reports, StepFacts
from .scene import Scene
from .state import rate_of, weights_of


class HiddenSteps:
    def __init__(
        self,
        scene: Scene,
        networks: Networks,
        optimisers: Optimisers,
        reports: Reports,
    ) -> None:
        self._scene = scene
        self._networks = networks
        self._optimisers = optimisers
        self._reports = reports
        self._before: Parcel | None = None

    def begin(self, model: Any) -> None:
        """Training begins: the weights as they are now."""
        with self._scene.schedule.charged():
            weights = weights_of(self._scene, model)
            self._before = self._samples(weights)
            if self._scene.has_own(model, "train_step"):
                self._meet(model, weights)

    def taken(self, model: Any, count: int) -> int:
        """So many steps were taken; the number of the first of them."""
        first = self._scene.observer.steps
        with self._scene.schedule.charged(), self._scene.backend.aside():
            self._scene.observer.steps += count
            weights = weights_of(self._scene, model)
            number = self._meet(model, weights)
            if self._before is not None and self._scene.schedule.samples:
                self._send(model, number, weights)
        self._scene.schedule.next_step(count)
        with self._scene.schedule.charged(), self._scene.backend.aside():
            self._before = self._samples(weights) if self._scene.schedule.samples else None
        self._scene.post.collect()
        return first

    def _meet(self, model: Any, weights: list[tuple[Any, Any]]) -> int | None:
        """A training step of the user's need not use the optimiser that the model has."""
        optimizer = getattr(model, "optimizer", None)
        used = self._scene.has_own(model, "train_step") or self._optimisers.is_used(optimizer)
        if optimizer is None or not used:
            return None
        return self._optimisers.meet(optimizer, [variable for variable, _ in weights])

    def _samples(self, weights: list[tuple[Any, Any]]) -> Parcel:
        parcel = self._scene.post.parcel()
        for index, (_, tensor) in enumerate(weights):
            if self._scene.backend.is_concrete(tensor):
                parcel.sample(("before", index), tensor)
        parcel.seal()
        return parcel

    def _send(self, model: Any, number: int | None, weights: list[tuple[Any, Any]]) -> None:
        parcel, backend = self._before, self._scene.backend
        assert parcel is not None
        for index, (variable, tensor) in enumerate(weights):
            if not backend.is_concrete(tensor):
                continue
            parcel.sample(("after", index), tensor)
            owner = self._networks.owner(variable) if self._scene.schedule.layers else None
            if owner is not None:
                parcel.sample(("weight", *owner), tensor)
        rate = rate_of(self._scene, model, model.optimizer) if number is not None else None
        if rate is not None:
            parcel.number("rate", rate)
        last = self._scene.observer.steps - 1
        facts = StepFacts(last, number, self._scene.progress.epoch, self._scene.progress.batch)
        self._scene.post.send(parcel, lambda rows: self._reports.write(facts, rows))
