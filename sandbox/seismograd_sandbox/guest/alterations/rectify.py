"""Hidden activations that bound what passes become ReLU."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration

BOUNDED = (
    *("Sigmoid", "Tanh", "Softmax", "LogSoftmax", "Softsign", "Hardtanh", "Hardsigmoid"),
    *("LogSigmoid", "Softmin", "ReLU6", "Threshold"),
)
BOUNDED_IN_KERAS = frozenset(
    {"sigmoid", "tanh", "softmax", "softsign", "hard_sigmoid", "hard_tanh", "relu6", "log_softmax"}
)


class Altered(Alteration):
    """Only those before the last layer that learns: what comes after it is the answer."""

    applies_within = 1

    def meet_network(self, torch: Any, network: Any) -> None:
        kinds = tuple(getattr(torch.nn, name) for name in BOUNDED if hasattr(torch.nn, name))
        parents = [part for part in network.modules() if not isinstance(part, kinds)]
        parts = list(network.modules())
        last = max((at for at, part in enumerate(parts) if _learns(part)), default=-1)
        hidden = {id(part) for part in parts[: max(last, 0)] if isinstance(part, kinds)}
        for parent in parents:
            for name, child in list(parent.named_children()):
                if id(child) in hidden:
                    self.place = self.place or self.place_built(child)
                    setattr(parent, name, torch.nn.ReLU())
                    self.applied += 1

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        layers = [layer for layer in model._flatten_layers() if not hasattr(layer, "layers")]
        last = max((at for at, layer in enumerate(layers) if layer.trainable_weights), default=0)
        for layer in layers[:last]:
            function = getattr(layer, "activation", None)
            is_recurrent = hasattr(layer, "recurrent_activation") or hasattr(layer, "cell")
            if getattr(function, "__name__", "") in BOUNDED_IN_KERAS and not is_recurrent:
                self.place = self.place or self.place_built(layer)
                layer.activation = keras.activations.relu
                self.applied += 1


def _learns(part: Any) -> bool:
    return next(part.parameters(recurse=False), None) is not None
