"""Leave out every change of a verified patch that it does not need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from seismograd.localise.sign_flip import SIGNIFICANT, sign_flip_p
from seismograd.repair.patches.change import Patch
from seismograd.repair.verification.verify import Values, Verdict, Verification

NEEDLESS = 0.1
"""Of the gain: a change that brings less is left out even where its part is significant."""


@dataclass(frozen=True)
class MinimalPatch:
    patch: Patch
    values: Values
    contributions: Mapping[str, float]
    """By name of the change: what the patch lost without it, as it was when that was tried. None
    of a change that nobody had the time to try."""


def minimise(verdict: Verdict, verification: Verification) -> MinimalPatch:
    """With the seeds of the verification; a single change is left as it is."""
    patch, values = verdict.patch, verdict.values
    contributions: dict[str, float] = {}
    for change in patch.changes if len(patch.changes) > 1 else ():
        if len(patch.changes) == 1:
            break
        smaller = patch.without(change)
        fewer = verification.values_of(smaller)
        if not fewer:
            break
        lost = verification.gains(fewer, values)
        holds = verification.has_learned(smaller) and _holds_without(fewer, verdict, verification)
        if holds and not _is_needed(lost, verdict):
            patch, values = smaller, fewer
        else:
            contributions[change.name] = fmean(lost)
    return MinimalPatch(patch, values, contributions)


def _is_needed(lost: tuple[float, ...], verdict: Verdict) -> bool:
    return sign_flip_p(lost) < SIGNIFICANT and fmean(lost) >= NEEDLESS * verdict.gain


def _holds_without(fewer: Values, verdict: Verdict, verification: Verification) -> bool:
    """Whether the smaller patch is a repair by itself, with no larger p than the whole one."""
    gains = verification.gains(verdict.baseline, fewer)
    is_relevant = fmean(gains) >= verification.least_gain(verdict.baseline)
    return is_relevant and sign_flip_p(gains) <= sign_flip_p(verdict.gains)
