"""Logistic regression that stays near a table set by hand, with weights that keep their sign.

Which symptom names a cause, and which explains a run without it, is for people to decide: such
weights stay large enough for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seismograd.localise.diagnosis import SPECIFIC

Vector = npt.NDArray[np.float64]

SPREAD = 1.2
"""How far a weight may go from its prior for the price of one half of a nat: about as far as two
people who set weights by hand are apart."""
SPREAD_OF_NEW = 0.5
"""Of a symptom that nobody set by hand: it may come with a fault in few programs by chance."""
SPREAD_OF_INTERCEPT = 0.2
"""Less: how many operators are for a cause says nothing of how rare it is elsewhere."""
LARGEST = 8.0
LARGEST_NEW = 1.5
"""Of a symptom that nobody set by hand: less than what names a cause by itself, which is for people
to decide."""
SWEEPS = 60
CLOSE = 1e-4


@dataclass(frozen=True, slots=True)
class Prior:
    """For one cause."""

    intercept: float
    weights: Mapping[str, float]
    most_intercept: float = -2.2
    """A chance below 0.1: a run without symptoms names no cause."""
    hints: frozenset[str] = frozenset()
    """Symptoms that good programs have, too, more of them than there are here: they may say less
    than was set by hand, and not more."""


def fit(
    patterns: Sequence[frozenset[str]],
    labels: Sequence[bool],
    counts: Sequence[float],
    names: Sequence[str],
    prior: Prior,
) -> tuple[float, dict[str, float]]:
    """The intercept and the weight of each name; rows of equal patterns may be one, counted.

    Coordinate descent with Newton steps, each cut to where the sign of the prior is kept.
    """
    columns = np.array([[name in one for one in patterns] for name in names], float)
    design = np.vstack([np.ones(len(patterns)), columns]) if names else np.ones((1, len(patterns)))
    wanted, weight = np.array(labels, float), np.array(counts, float)
    mean = np.array([prior.intercept, *(prior.weights.get(name, 0.0) for name in names)])
    low, high = _bounds(mean, prior, names)
    spreads = (SPREAD if name in prior.weights else SPREAD_OF_NEW for name in names)
    spread = np.array([SPREAD_OF_INTERCEPT, *spreads])
    found = np.clip(mean, low, high)
    for _ in range(SWEEPS):
        before = found.copy()
        for place in range(len(found)):
            step = _newton_step(design, wanted, weight, found, mean, spread, place)
            found[place] = np.clip(found[place] + step, low[place], high[place])
        if np.abs(found - before).max() < CLOSE:
            break
    return float(found[0]), dict(zip(names, map(float, found[1:]), strict=True))


def _newton_step(
    design: Vector,
    wanted: Vector,
    weight: Vector,
    found: Vector,
    mean: Vector,
    spread: Vector,
    place: int,
) -> float:
    column = design[place]
    chance = 1 / (1 + np.exp(-np.clip(found @ design, -30, 30)))
    slope = (weight * (wanted - chance) * column).sum()
    slope -= (found[place] - mean[place]) / spread[place] ** 2
    curve = (weight * chance * (1 - chance) * column).sum() + 1 / spread[place] ** 2
    return float(np.clip(slope / curve, -1.0, 1.0))


def _bounds(mean: Vector, prior: Prior, names: Sequence[str]) -> tuple[Vector, Vector]:
    far = np.array([LARGEST, *(LARGEST if n in prior.weights else LARGEST_NEW for n in names)])
    low = np.where(mean > 0, np.where(mean >= SPECIFIC, SPECIFIC, 0.0), -far)
    high = np.where(mean < 0, np.where(mean <= -SPECIFIC, -SPECIFIC, 0.0), far)
    hints = np.array([False, *(name in prior.hints for name in names)])
    high = np.where(hints, np.maximum(mean, 0.0), high)
    low[0], high[0] = -5.0, prior.most_intercept
    return low, high
