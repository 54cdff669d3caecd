"""Variables of Keras that are part of no layer: only the script can give them to an optimiser."""

from __future__ import annotations

from typing import Any

from ..weight_owners import Owner, owners_of
from .networks import Networks
from .scene import Scene


class FreeVariables:
    """On PyTorch, where a variable is a parameter that is found in the graph."""

    def __init__(self, scene: Scene, networks: Networks) -> None:
        self._scene = scene
        self._networks = networks

    def is_wanted(self, leaf: Any, owner: Owner) -> bool:
        """Plain tensors, and free variables: those of layers are told elsewhere."""
        if not isinstance(leaf, self._scene.backend.framework.nn.Parameter):
            return True
        return self._is_variable(owner.holder) and self._is_free(owner.holder)

    def facts(self, owner: Owner) -> dict[str, Any]:
        if self._is_variable(owner.holder):
            return {"name": str(owner.holder.name), "free": True}
        return {"layer": self._networks.layer(owner.holder)}

    def _is_variable(self, holder: Any) -> bool:
        return isinstance(holder, self._scene.keras.Variable)

    def _is_free(self, variable: Any) -> bool:
        """Whether no optimiser was given it, and no layer has it."""
        if self._networks.is_trained(variable) or self._networks.owner(variable) is not None:
            return False
        kind = self._scene.keras.layers.Layer
        layers = (one for one in self._scene.births.living() if isinstance(one, kind))
        return not owners_of({id(variable)}, layers)
