"""Weights begin as the framework would have drawn them, whatever the script made of them."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    """The value is the name of one module of the network; without one, all are drawn anew."""

    def meet_network(self, torch: Any, network: Any) -> None:
        for name, part in network.named_modules():
            own = [each for each in part.parameters(recurse=False) if each.requires_grad]
            reset = getattr(part, "reset_parameters", None) or getattr(
                part, "_reset_parameters", None
            )
            if own and reset is not None and self.value in ("", name):
                reset()
                self.applied += 1

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        draw = keras.initializers.GlorotUniform()
        for layer in model._flatten_layers():
            if self.value not in ("", layer.name) or not layer.trainable:
                continue
            for weight in layer._trainable_variables:
                is_matrix = len(weight.shape) > 1
                weight.assign(draw(weight.shape) if is_matrix else weight.value * 0)
                self.applied += 1
