"""A layer keeps the weights that it begins with."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    """The value is the name of a module of the network."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._frozen: list[Any] = []

    def meet_network(self, torch: Any, network: Any) -> None:
        for name, part in network.named_modules():
            if name == self.value:
                self._frozen.extend(part.parameters())

    def before_step(self, optimiser: Any) -> None:
        """Without a gradient an optimiser passes a weight over."""
        for weight in self._frozen:
            if weight.grad is not None:
                weight.grad = None
                self.applied += 1

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        for layer in model._flatten_layers():
            if layer.name == self.value and layer.trainable:
                layer.trainable = False
                self.applied += 1
