"""No penalty on weights: neither of the optimiser nor, in Keras, of layers."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    def before_step(self, optimiser: Any) -> None:
        for group in optimiser.param_groups:
            if group.get("weight_decay"):
                group["weight_decay"] = 0.0
                self.applied += 1

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        if getattr(model.optimizer, "weight_decay", None):
            model.optimizer.weight_decay = None
            self.applied += 1
        for weight in model.trainable_weights:
            if getattr(weight, "regularizer", None) is not None:
                weight.regularizer = None
                self.applied += 1
