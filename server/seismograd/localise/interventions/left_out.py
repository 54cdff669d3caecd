"""Does the training get better without a layer?

Only layers without weights whose output has the shape of their input: the others could not go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from seismograd.localise.interventions.intervention import Intervention
from seismograd.traces.events import Layer, LossFunction
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import is_learned
from seismograd.traces.symptom import described

CAUSES = frozenset({"scale-lost", "erased-signal"})
"""That name a layer which should not be there."""
OF_ANY_OUTPUT = frozenset(
    {
        *("cross_entropy", "binary_cross_entropy_with_logits", "mse_loss", "l1_loss"),
        *("smooth_l1_loss", "huber_loss"),
    }
)
"""Losses that are never negative, whatever they are given: without the last function they are still
the same."""


def without_layer(layer: Layer) -> Intervention | None:
    """None where it has no name to find it by."""
    if not layer.name:
        return None
    return Intervention(f"Leave out {described(layer)}", {}, (f"skip-layer={layer.name}",))


def layers_before_all(history: RunHistory) -> Iterator[Layer]:
    """Those that change the inputs before the first layer that learns sees them."""
    first = takewhile(lambda layer: not is_learned(layer), history.layers.values())
    return (layer for layer in first if _can_be_left_out(layer))


def output_functions(history: RunHistory) -> Iterator[Layer]:
    """Those after the last layer that learns, where the loss can do without them."""
    if not history.loss_functions or not all(map(_takes_any_output, history.loss_functions)):
        return iter(())
    last = takewhile(lambda layer: not is_learned(layer), reversed(history.layers.values()))
    return (layer for layer in last if _can_be_left_out(layer))


def _takes_any_output(loss: LossFunction) -> bool:
    return loss.function in OF_ANY_OUTPUT


def _can_be_left_out(layer: Layer) -> bool:
    is_random = "dropout" in (layer.type or "").lower()
    shape = layer.input_shape
    return not layer.parameters and not is_random and bool(shape) and shape == layer.output_shape
