"""A step of Keras that is taken back: the network and its optimiser are as they were before it."""

from __future__ import annotations

from typing import Any


class UndoneStep:
    """An optimiser of Keras has no gradients that could be dropped: it is given them."""

    def __init__(self, torch: Any, optimiser: Any) -> None:
        """Right before the step."""
        self._torch = torch
        changed = [*optimiser.variables, *optimiser._trainable_variables]
        self._kept = [(one, one.value.detach().clone()) for one in changed]

    def undo(self) -> None:
        """Right after the step. Its count goes back as well, or averages would be out of step."""
        with self._torch.no_grad():
            for variable, value in self._kept:
                variable.value.copy_(value)
