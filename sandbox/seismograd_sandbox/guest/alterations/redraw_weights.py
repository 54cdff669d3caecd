"""Weights begin as the framework would have drawn them, whatever the script made of them."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration
from ..altering.framework_draws import FrameworkDraws
from ..altering.keras_draws import redraw_layer
from ..altering.plain_weights import PlainWeights


class Altered(Alteration):
    """The value is the name of one module of the network; without one, all are drawn anew."""

    sees_functions = True
    applies_within = 1
    only_biases = False

    def begin_torch(self, torch: Any) -> None:
        self._draws = FrameworkDraws(torch)
        self._plain = PlainWeights(torch)

    def change_arguments(self, torch: Any, function: Any, tensors: list[Any]) -> list[Any]:
        if not self._draws.is_over:
            self._draws.note_write(function, tensors, self.caller)
        if not self.only_biases:
            self._plain.note_built(function, tensors, self.caller)
            self.applied += self._plain.redraw(function, tensors)
            self.place = self.place or self._plain.place
        return tensors

    def after_backward(self) -> None:
        self._plain.is_over = True

    def meet_network(self, torch: Any, network: Any) -> None:
        for name, part in network.named_modules():
            if self.value in ("", name):
                self.applied += self._draws.restore(part, self.only_biases)
        self.place = self._draws.place or self.place

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        for layer in model._flatten_layers():
            if self.value in ("", layer.name) and layer.trainable:
                self.applied += redraw_layer(keras, layer, self.only_biases)
