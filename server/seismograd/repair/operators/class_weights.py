"""Rare classes weigh more in the loss, by the labels that the run has counted.

Weights that are there may be wrong: a ratio that is upside down, all equal, far too strong.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Fit, LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.ratio_edits import has_ratio, inverse_edits
from seismograd.repair.losses.given_weights import GivenWeights, given_weights, weight_keyword
from seismograd.repair.losses.trained_losses import trained_losses
from seismograd.repair.losses.weight_edits import (
    added_weights,
    changed_weights,
    removed_weights,
)
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value, as_text
from seismograd.source.rewrite import source_of
from seismograd.traces.data_facts import training_data

NAME = "class_weights"
NONE, INVERSE, BALANCED = "none", "inverse", "balanced"
UNEVEN = 1.5
"""How many times as much as the lightest class the heaviest counts where weights can matter."""
VERY_UNEVEN = 5.0
"""From here on, the heaviest class is an answer that is hard to beat."""
MOST_CLASSES = 100
"""Longer lists of weights do not belong into a line of source."""
LONGEST_OLD = 40


class ClassWeights(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        counts = _counts(context)
        holders: list[LossUse | Fit] = [*trained_losses(context.program), *context.program.fits]
        found = [_Offer(one, given_weights(one), counts) for one in holders]
        usable = [one for one in found if one.options]
        if len(usable) > 1:
            context.refuse(NAME, "the program has several losses with classes")
        for offer in usable if len(usable) == 1 else ():
            yield from offered(context, _parameter(offer, context))


def _counts(context: RepairContext) -> list[int]:
    """By class number; empty where classes are not numbered from 0."""
    seen = training_data(context.history)
    try:
        counts = {int(float(key)): count for key, count in (seen.labels if seen else {}).items()}
    except ValueError:
        return []
    if sorted(counts) != list(range(len(counts))) or not 1 < len(counts) <= MOST_CLASSES:
        return []
    return [counts[key] for key in sorted(counts)] if min(counts.values()) else []


@dataclass(frozen=True)
class _Offer:
    """What can be done with the weights of one loss, or of one `fit`."""

    holder: LossUse | Fit
    given: GivenWeights | None
    counts: Sequence[int]

    @property
    def options(self) -> tuple[str, ...]:
        """The most promising first. Weights that balance the classes can only be left out."""
        if weight_keyword(self.holder) is None:
            return ()
        is_uneven = self._unevenness >= UNEVEN
        balanced = (BALANCED,) if self.counts and is_uneven else ()
        if self.given is None:
            return balanced
        inverse = (INVERSE,) if is_uneven and has_ratio(self.given.value, self.given.place) else ()
        none = () if len(set(self._numbers)) == 1 else (NONE,)
        return (*inverse, *balanced, *none)

    @property
    def is_unusual(self) -> bool:
        """Also where a class counts the more, the more frequent it is."""
        if self.given is not None and self.given.is_inverted:
            return True
        if self._numbers:
            return self._unevenness >= VERY_UNEVEN
        follows = self.given is not None and self.given.follows_frequency
        return follows and bool(self.counts) and _ratio(self.counts) >= VERY_UNEVEN

    @property
    def old(self) -> str:
        if self.given is None:
            return NONE
        numbers = ", ".join(map(as_text, self._numbers))
        place = self.given.value.place if self.given.is_direct else None
        return numbers or source_of(place or self.given.place)[:LONGEST_OLD]

    @property
    def _numbers(self) -> list[float]:
        """Empty where they are not known."""
        return [1.0] * len(self.counts) if self.given is None else self.given.numbers(self.counts)

    @property
    def _unevenness(self) -> float:
        """How many times as much as the lightest class the heaviest counts in the loss."""
        numbers = self._numbers
        if not numbers:
            return math.inf
        return _ratio([one * count for one, count in zip(numbers, self.counts, strict=True)])


def _ratio(shares: Sequence[float]) -> float:
    return max(shares) / min(shares) if min(shares) > 0 else math.inf


def _parameter(offer: _Offer, context: RepairContext) -> Parameter:
    return Parameter(
        NAME,
        FaultType.LCH,
        offer.old,
        Choices(offer.options),
        partial(_write, offer, context),
        offer.options,
        (FaultType.CPP,),
        changes_loss=True,
        is_unusual=offer.is_unusual,
    )


def _write(offer: _Offer, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    if offer.given is None:
        return added_weights(offer.holder, offer.counts, context)
    if value == INVERSE:
        return inverse_edits(offer.given.value, offer.given.place)
    if value == NONE:
        return removed_weights(offer.given)
    return changed_weights(offer.holder, offer.given, offer.counts, context)
