"""What the script has frozen is trained."""

from __future__ import annotations

from typing import Any

from .train_all_layers import Altered as TrainAllLayers


class Altered(TrainAllLayers):
    applies_within = 1

    def meet_network(self, torch: Any, network: Any) -> None:
        super().meet_network(torch, network)
        for weight in network.parameters():
            if not weight.requires_grad and weight.is_floating_point():
                weight.requires_grad_(True)
                self.applied += 1

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        frozen = [one for one in model._flatten_layers() if not one.trainable and one.weights]
        for layer in frozen:
            layer.trainable = True
        if frozen and model.optimizer is not None:
            # Its averages of gradients are those of the weights that it was built with.
            model.optimizer.built = False
            model.optimizer.build(model.trainable_variables)
        self.applied += len(frozen)
