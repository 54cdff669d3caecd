"""What a repair is asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RepairOptions:
    trainings: int = 20
    seconds: float = math.inf
    strategy: str = "auto"
    objective: str | None = None
    seed: int = 0
    at_once: int = 1
    """Trainings side by side, as far as there is room for them."""
    stop_by_symptoms: bool = True
    alternatives: bool = False
    """Whether to verify more patches, to choose from."""
    ray: str | None = None
    """The address of a Ray cluster to train on, instead of this machine."""
