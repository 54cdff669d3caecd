"""Models and layers as they are met: each gets a number, a name and two places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..identity import ByIdentity
from .activations import activation_of
from .parcel import Rows
from .scene import Scene
from .statistics import statistics
from .structure import Part, parts_of

Place = dict[str, Any]


class Networks:
    """Describes a model once, when it is first trained, evaluated or called."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._networks: ByIdentity[int] = ByIdentity()
        self._layers: ByIdentity[int] = ByIdentity()
        self._owners: ByIdentity[tuple[int, str]] = ByIdentity()
        self._trained: ByIdentity[bool] = ByIdentity()
        self._called: ByIdentity[Place] = ByIdentity()
        self._shapes: ByIdentity[tuple[Any, Any]] = ByIdentity()
        self._incomplete: set[int] = set()
        self._untracked: set[int] = set()

    def network(self, model: Any) -> int | None:
        return self._networks.get(model)

    def layer(self, layer: Any) -> int | None:
        return self._layers.get(layer)

    def owner(self, variable: Any) -> tuple[int, str] | None:
        """The number of the layer that a variable belongs to, and its name there."""
        return self._owners.get(variable)

    def variables_called(self) -> Iterator[tuple[Any, int, str]]:
        """Those of layers that were called, with the number of their layer and their name."""
        called = {number for layer, number in self._layers.living() if layer in self._shapes}
        for variable, (number, name) in self._owners.living():
            if number in called:
                yield variable, number, name

    def is_trained(self, variable: Any) -> bool:
        return variable in self._trained

    def is_untracked(self, layer: int) -> bool:
        """Whether the model that calls it does not know of it."""
        return layer in self._untracked

    def note_call(self, layer: Any, inputs: Any, output: Any) -> None:
        """Where a layer was first called and with what, symbolic calls included."""
        if layer not in self._called:
            place = self._scene.observer.places.caller(2)
            if place is not None:
                self._called.set(layer, place)
        if layer not in self._shapes:
            self._shapes.set(layer, (_shape(inputs), _shape(output)))

    def note_trained(self, variables: list[Any]) -> None:
        for variable in variables:
            if variable not in self._trained:
                self._trained.set(variable, True)

    def meet(self, model: Any) -> int:
        """Describe a model that has its weights; one without them is described later."""
        known = self._networks.get(model)
        if known is not None:
            if known in self._incomplete:
                self._meet_parts(model, known)
            return known
        number = self._scene.observer.new_id("network")
        self._networks.set(model, number)
        self._scene.observer.record(
            "network",
            network=number,
            type=type(model).__name__,
            built=self._scene.births.place_of(model),
            called=self._scene.observer.places.caller(),
            parameters=_count(model.weights),
            trainable=_count(model.trainable_weights),
        )
        self._meet_parts(model, number)
        return number

    def meet_untracked(self, layer: Any, model: Any) -> None:
        """One that was called inside of a model; whatever the model has is met with it."""
        network = self._networks.get(model)
        weights = {id(one) for one in model.weights}
        if network is None or any(
            id(one) in weights or one in self._owners for one in layer.weights
        ):
            return
        if isinstance(layer, self._scene.keras.Model):
            self.meet(layer)
            return
        parts = [one for one in parts_of(self._scene, layer) if one.layer not in self._layers]
        self._number(parts)
        self._untracked.update(self._layers.get(part.layer) or 0 for part in parts)
        self._describe(parts, network)

    def _meet_parts(self, model: Any, network: int) -> None:
        unknown = [p for p in parts_of(self._scene, model) if p.layer not in self._layers]
        new = [part for part in unknown if getattr(part.layer, "built", True)]
        (self._incomplete.discard if len(new) == len(unknown) else self._incomplete.add)(network)
        if not new:
            return
        self._number(new)
        self._describe(new, network)

    def _number(self, parts: list[Part]) -> None:
        for part in parts:
            number = self._scene.observer.new_id("layer")
            self._layers.set(part.layer, number)
            for name, variable in part.variables.items():
                self._owners.set(variable, (number, name))

    def _describe(self, parts: list[Part], network: int) -> None:
        """The weights are looked at as they are now, and told of when they have arrived."""
        scene = self._scene
        parcel = scene.post.parcel()
        with scene.backend.aside():
            for part in parts:
                for name, variable in part.variables.items():
                    tensor = scene.backend.native(variable)
                    if variable not in self._trained and scene.backend.is_concrete(tensor):
                        parcel.sample((self._layers.get(part.layer), name), tensor)
            parcel.number("end", 0.0)
            events = [self._fields(part, network) for part in parts]
            scene.post.send(parcel, lambda rows: self._record(events, rows))

    def _fields(self, part: Part, network: int) -> dict[str, Any]:
        layer = part.layer
        shapes = self._shapes.get(layer) or (None, None)
        trainable = {id(variable) for variable in layer.trainable_weights}
        variables = list(part.variables.values())
        return {
            "layer": self._layers.get(layer),
            "name": part.name,
            "type": type(layer).__name__,
            "network": network,
            "built": self._scene.births.place_of(layer),
            "called": self._called.get(layer) or self._scene.observer.places.caller(),
            "parameters": _count(variables),
            "trainable": _count([v for v in variables if id(v) in trainable]),
            "input_shape": shapes[0],
            "output_shape": shapes[1],
            "activation": activation_of(layer),
            "penalty": _penalty(self._scene, layer),
        }

    def _record(self, events: list[dict[str, Any]], rows: Rows) -> None:
        numpy = self._scene.backend.numpy
        initial: dict[Any, dict[str, Any]] = {}
        for key, row in rows.items():
            if isinstance(key, tuple):
                layer, name = key
                initial.setdefault(layer, {})[name] = statistics(numpy, row.values, row.size)
        for fields in events:
            self._scene.observer.record("layer", **fields, initial=initial.get(fields["layer"]))


def _penalty(scene: Scene, layer: Any) -> float | None:
    """The largest factor of its regularisers, of those that come with Keras."""
    kinds = (value for name, value in vars(layer).items() if name.endswith("_regularizer"))
    known = [one for one in kinds if one is not None and scene.is_its_own(one)]
    factors = [float(vars(one).get(name) or 0.0) for one in known for name in ("l1", "l2")]
    return max(factors, default=0.0) or None


def _count(variables: list[Any]) -> int:
    total = 0
    for variable in variables:
        size = 1
        for length in variable.shape:
            size *= int(length or 0)
        total += size
    return total


def _shape(value: Any) -> list[Any] | None:
    if isinstance(value, (list, tuple)) and value and not isinstance(value[0], (int, type(None))):
        return _shape(value[0])
    shape = getattr(value, "shape", None)
    if shape is None:
        return None
    try:
        return [None if length is None else int(length) for length in shape]
    except (TypeError, ValueError):
        return None
