"""Which verified patches do as well as the first one: repairs to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from seismograd.localise.sign_flip import SIGNIFICANT, sign_flip_p
from seismograd.repair.objective import Objective
from seismograd.repair.results.result import MeasuredPatch
from seismograd.repair.verification.finalists import NEARLY


def mark_equal_patches(
    patches: Sequence[MeasuredPatch], objective: Objective
) -> list[MeasuredPatch]:
    """With `does_as_well` set; the first one is the measure."""
    return [
        replace(one, does_as_well=one.is_verified and _is_as_good(one, patches[0], objective))
        for one in patches
    ]


def _is_as_good(one: MeasuredPatch, first: MeasuredPatch, objective: Objective) -> bool:
    """Seed by seed: what it lacks is noise, or next to nothing of the gain."""
    lacks = [objective.gain(own, best) for own, best in zip(one.values, first.values, strict=True)]
    is_little = fmean(lacks) <= NEARLY * first.gain
    return is_little or sign_flip_p(lacks) >= SIGNIFICANT
