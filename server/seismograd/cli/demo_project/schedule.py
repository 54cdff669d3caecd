"""How the learning rate rises at the beginning of a training."""

from dataclasses import dataclass


@dataclass
class WarmUp:
    steps: int
    base: float

    def rate(self, step: int) -> float:
        """From a small part of the base to all of it, and then on at the base."""
        progress = (step + 1) / self.steps
        return self.base * min(1.0, progress)
