"""Variables that training did not change, each by name: compared with what they were at first."""

from __future__ import annotations

from typing import Any

from ..identity import ByIdentity
from ..parameter_effects import Effect
from .network_checks import NetworkChecks
from .networks import Networks
from .parcel import Parcel, Rows
from .scene import Scene

MOST_KEPT = 2_000
MOST_TOLD = 500
MOST_LAYERS = 2_000


class _Known:
    def __init__(self, layer: int, name: str) -> None:
        self.layer = layer
        self.name = name
        self.first: Any = None
        self.last: Any = None
        self.had_gradient = False
        self.optimised = False
        self.samples = 0

    @property
    def is_compared(self) -> bool:
        return self.first is not None and self.last is not None

    @property
    def is_unchanged(self) -> bool:
        same = self.is_compared and self.first.shape == self.last.shape
        return same and bool((self.first == self.last).all())


class UnchangedVariables:
    """Of layers that were called, in models or unknown to them, in steps that can be seen."""

    def __init__(self, scene: Scene, networks: Networks) -> None:
        self._scene = scene
        self._networks = networks
        self._known: ByIdentity[_Known] = ByIdentity()

    def look(self, variables: list[Any], pairs: list[tuple[Any, Any]]) -> None:
        """Right before a sampled step; the first time, send for a sample."""
        optimised = {id(variable) for variable in variables}
        with_gradient = {id(variable) for _, variable in pairs}
        parcel, new = self._scene.post.parcel(), []
        for variable, layer, name in self._networks.variables_called():
            known = self._known.get(variable)
            if known is None and len(self._known) < MOST_KEPT:
                known = _Known(layer, name)
                self._known.set(variable, known)
                new.append(known)
                self._sample(parcel, len(new) - 1, variable)
            if known is not None:
                known.samples += 1
                known.optimised = known.optimised or id(variable) in optimised
                here = id(variable) in with_gradient or self._has_gradient(variable)
                known.had_gradient = known.had_gradient or here
        self._scene.post.send(parcel, lambda rows: _keep(new, rows, "first"))

    def finish(self, checks: NetworkChecks) -> None:
        living = list(self._known.living())
        if not living or not self._scene.observer.steps:
            return
        with self._scene.backend.aside():
            parcel = self._scene.post.parcel()
            for index, (variable, _) in enumerate(living):
                self._sample(parcel, index, variable)
            everything = [known for _, known in living]
            self._scene.post.send(parcel, lambda rows: _keep(everything, rows, "last"))
            self._scene.post.collect(wait=True)
        self._tell([pair for pair in living if pair[1].is_compared], checks)

    def _tell(self, compared: list[tuple[Any, _Known]], checks: NetworkChecks) -> None:
        same = [(variable, known) for variable, known in compared if known.is_unchanged]
        trainable = [variable for variable, known in same if self._could_learn(variable, known)]
        used = checks.effects(trainable)
        changed = {known.layer for _, known in compared} - {known.layer for _, known in same}
        if compared:
            self._scene.observer.record(
                "parameters",
                compared=len(compared),
                unchanged=[self._fields(*pair, used) for pair in same[:MOST_TOLD]],
                changed=sorted(changed)[:MOST_LAYERS],
            )

    def _could_learn(self, variable: Any, known: _Known) -> bool:
        return known.optimised and bool(variable.trainable)

    def _fields(self, variable: Any, known: _Known, used: dict[int, Effect]) -> dict[str, Any]:
        size = 1
        for length in variable.shape:
            size *= int(length)
        return {
            "layer": known.layer,
            "name": known.name,
            "n": size,
            "trainable": bool(variable.trainable),
            "optimised": known.optimised or self._networks.is_trained(variable),
            "had_gradient": known.had_gradient,
            "samples": known.samples,
            "built": self._scene.births.place_of(variable),
            "tracked": not self._networks.is_untracked(known.layer),
            **(used[id(variable)].fields() if id(variable) in used else {}),
        }

    def _sample(self, parcel: Parcel, key: int, variable: Any) -> None:
        tensor = self._scene.backend.native(variable)
        if self._scene.backend.is_concrete(tensor):
            parcel.sample(key, tensor)

    def _has_gradient(self, variable: Any) -> bool:
        """PyTorch leaves one even where nobody asks for it: in layers that no model knows."""
        tensor = self._scene.backend.native(variable)
        return self._scene.on_torch and getattr(tensor, "grad", None) is not None


def _keep(known: list[_Known], rows: Rows, when: str) -> None:
    for index, row in rows.items():
        if isinstance(index, int):
            setattr(known[index], when, row.values)
