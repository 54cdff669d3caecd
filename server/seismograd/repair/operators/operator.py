"""The base of all operators: each reads one kind of hyperparameter and knows how to write it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from seismograd.repair.parameter import Parameter
from seismograd.repair.scene import Scene


class Operator(ABC):
    @abstractmethod
    def parameters(self, scene: Scene) -> Iterator[Parameter]:
        """Those that the source has; what cannot be written goes to `scene.refuse`."""
