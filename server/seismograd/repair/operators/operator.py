"""The base of all operators: each reads one kind of hyperparameter and knows how to write it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from seismograd.repair.context import RepairContext
from seismograd.repair.parameter import Parameter


class Operator(ABC):
    @abstractmethod
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        """Those that the source has; what cannot be written goes to `context.refuse`."""
