"""How likely each cause is, given the answers so far: one of them, something else, or none."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from seismograd.localise.interventions.answers import (
    EXACT,
    OTHERWISE,
    OWN,
    REPAIR,
    chance_of_yes,
    rows,
)

SOMETHING_ELSE, HEALTHY = "something-else", "healthy"


@dataclass
class Belief:
    """Weights need not add up to 1."""

    weights: dict[str, float]
    fault_types: Mapping[str, str] = field(default_factory=dict)
    """By cause, where it has one."""

    def chance(self, cause: str) -> float:
        whole = sum(self.weights.values())
        return self.weights.get(cause, 0.0) / whole if whole else 0.0

    def take(self, row: str, is_yes: bool, own: Iterable[str] = ()) -> None:
        """An answer; `own` are the causes that a repair is for."""
        for cause, yes in self._likelihoods(row, own).items():
            self.weights[cause] *= yes if is_yes else 1 - yes

    def information(self, row: str, own: Iterable[str] = ()) -> float:
        """Bits that the answer is expected to tell, with what an exact one tells beyond it."""
        exact = f"{row}{EXACT}"
        return self._information(row, own) + (
            self._information(exact, own) if exact in rows() else 0.0
        )

    def _information(self, row: str, own: Iterable[str]) -> float:
        likelihoods = self._likelihoods(row, own)
        yes = sum(self.chance(cause) * chance for cause, chance in likelihoods.items())
        within = sum(self.chance(cause) * _entropy(chance) for cause, chance in likelihoods.items())
        return _entropy(yes) - within

    def _likelihoods(self, row: str, own: Iterable[str]) -> dict[str, float]:
        if row == REPAIR:
            chances, named = rows()[REPAIR], set(own)
            return {name: chances[OWN if name in named else OTHERWISE] for name in self.weights}
        return {
            name: chance_of_yes(row, name, self.fault_types.get(name, "")) for name in self.weights
        }


def _entropy(chance: float) -> float:
    if not 0 < chance < 1:
        return 0.0
    return -chance * math.log2(chance) - (1 - chance) * math.log2(1 - chance)
