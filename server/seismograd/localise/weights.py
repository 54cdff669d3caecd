"""How much a symptom says for or against a cause: a small table that people can argue with."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Weights:
    prior: float
    symptoms: Mapping[str, float]

    def chance(self, present: Iterable[str]) -> float:
        """Of the cause, given the symptoms that the run has."""
        total = self.prior + sum(self.symptoms.get(name, 0.0) for name in set(present))
        return 1 / (1 + math.exp(-total))


@cache
def all_weights() -> Mapping[str, Weights]:
    table = json.loads((files(__package__) / "weights.json").read_text("utf-8"))
    return {
        name: Weights(entry["prior"], entry["symptoms"]) for name, entry in table["causes"].items()
    }
