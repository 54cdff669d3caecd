"""The layer that makes what a loss is given."""

from __future__ import annotations

from seismograd.localise.crashes.failure import Failure
from seismograd.traces.events import Layer, TensorFacts


def last_layer(failure: Failure, output: TensorFacts | None) -> Layer | None:
    """The last one called with this output, or with as many features; else the last of all."""
    layers = failure.layers_before()
    if output is None or not output.shape:
        return layers[-1] if layers else None
    for layer in reversed(layers):
        if layer.output_shape == output.shape:
            return layer
    width = output.shape[1] if len(output.shape) > 1 else output.shape[0]
    for layer in reversed(layers):
        if width in layer.output_shape[1:]:
            return layer
    return None
