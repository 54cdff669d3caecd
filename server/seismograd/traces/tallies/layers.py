"""How far the tensors of each layer went."""

from __future__ import annotations

from collections.abc import Mapping

from seismograd.traces.events import Layer, Layers, LayerSample, Statistics
from seismograd.traces.summary import LayerSummary
from seismograd.traces.tallies.extremes import LayerExtremes, TensorExtremes

MAX_LAYERS = 5_000
MAX_TENSORS = 20_000
"""Over all layers."""
MAX_NAME = 200


class LayerTally:
    """Told apart up to a number of layers and tensors that real networks do not reach."""

    def __init__(self) -> None:
        self._layers: dict[int, LayerExtremes] = {}
        self._tensors = 0
        self.left_out = 0

    def take(self, event: Layers) -> None:
        for sample in event.layers:
            extremes = self._of(sample.layer)
            if extremes is not None:
                self._add(extremes, sample)

    def summaries(self, known: list[Layer]) -> tuple[LayerSummary, ...]:
        """In the order in which the layers were first called, then those never introduced."""
        introduced = {layer.layer: layer for layer in known if layer.layer is not None}
        ids = dict.fromkeys([*introduced, *self._layers])
        return tuple(self._summary(number, introduced.get(number)) for number in ids)

    def _of(self, number: int | None) -> LayerExtremes | None:
        if number is None:
            return None
        found = self._layers.get(number)
        if found is None and len(self._layers) < MAX_LAYERS:
            found = self._layers[number] = LayerExtremes()
        elif found is None:
            self.left_out += 1
        return found

    def _add(self, extremes: LayerExtremes, sample: LayerSample) -> None:
        extremes.samples += 1
        self._add_all(extremes.weight, sample.weight)
        self._add_all(extremes.grad, sample.grad)
        self._add_all(extremes.activation, sample.activation)
        self._add_all(extremes.input, sample.input)

    def _add_all(self, known: dict[str, TensorExtremes], found: Mapping[str, Statistics]) -> None:
        for name, statistics in found.items():
            extremes = known.get(name) or self._new(known, name)
            if extremes is not None:
                extremes.add(statistics)

    def _new(self, known: dict[str, TensorExtremes], name: str) -> TensorExtremes | None:
        if self._tensors >= MAX_TENSORS or len(name) > MAX_NAME:
            self.left_out += 1
            return None
        self._tensors += 1
        extremes = known[name] = TensorExtremes()
        return extremes

    def _summary(self, number: int, layer: Layer | None) -> LayerSummary:
        extremes = self._layers.get(number) or LayerExtremes()
        if layer is None:
            return LayerSummary(number, extremes=extremes)
        return LayerSummary(number, layer.name, layer.type, layer.built, layer.called, extremes)
