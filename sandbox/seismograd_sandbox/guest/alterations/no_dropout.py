"""Nothing is dropped out."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration

NAMES = ("dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout", "feature_alpha_dropout")


class Altered(Alteration):
    def begin_torch(self, torch: Any) -> None:
        """Layers call these functions too."""
        functional = torch.nn.functional
        for name in NAMES:
            if hasattr(functional, name):
                setattr(functional, name, self._pass_on)

    def meet_network(self, torch: Any, network: Any) -> None:
        for part in network.modules():
            if isinstance(part, (torch.nn.RNNBase, torch.nn.MultiheadAttention)) and part.dropout:
                part.dropout = 0.0
                self.applied += 1

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        for layer in model._flatten_layers():
            for name in ("rate", "dropout", "recurrent_dropout"):
                if isinstance(getattr(layer, name, None), float) and getattr(layer, name):
                    setattr(layer, name, 0.0)
                    self.applied += 1

    def _pass_on(self, *arguments: Any, **options: Any) -> Any:
        self.applied += 1
        return arguments[0] if arguments else options["input"]
