"""Verify finalists, leave out what they do not need, and rank them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from seismograd.repair.patches.change import Patch
from seismograd.repair.results.result import MeasuredPatch, RepairResult, RepairStatus
from seismograd.repair.verification.alternatives import mark_equal_patches
from seismograd.repair.verification.finalists import NEARLY
from seismograd.repair.verification.minimise import minimise
from seismograd.repair.verification.verify import Verdict, Verification


def judged(
    finalists: Sequence[Patch], verification: Verification, known: RepairResult
) -> RepairResult:
    """What is known of the search, with what the verification says."""
    baseline, verdicts = verification.verify(finalists)
    verified = _ranked([_measured(one, verification) for one in verdicts if one.is_verified])
    others = [_as_measured(one) for one in verdicts if not one.is_verified]
    known = replace(
        known,
        status=RepairStatus.REPAIRED if verified else RepairStatus.NOTHING_BETTER,
        baseline=baseline,
        seeds=verification.seeds if baseline else (),
        patches=tuple(mark_equal_patches([*verified, *others], verification.objective)),
        verifications=verification.trainings,
    )
    return known if verified else replace(known, reason=_why_nothing(known))


def _measured(verdict: Verdict, verification: Verification) -> MeasuredPatch:
    """A verified patch without the changes that it does not need."""
    smaller = minimise(verdict, verification)
    gains = verification.gains(verdict.baseline, smaller.values)
    own = replace(verdict, patch=smaller.patch, values=smaller.values, gains=gains)
    measured = _as_measured(own)
    return replace(measured, contributions=measured.contributions or smaller.contributions)


def _as_measured(verdict: Verdict) -> MeasuredPatch:
    only = {one.name: verdict.gain for one in verdict.patch.changes[:1]}
    return MeasuredPatch(
        verdict.patch,
        verdict.is_verified,
        verdict.values,
        verdict.gain,
        verdict.interval,
        verdict.p,
        only if len(verdict.patch.changes) == 1 else {},
        learned=verdict.learned,
    )


def _ranked(patches: list[MeasuredPatch]) -> list[MeasuredPatch]:
    """Best first; nearly equal ones by size. Two that were minimised to the same are one.

    A change of the optimiser has more edits than one of its learning rate.
    """
    unique = list({one.patch: one for one in patches}.values())
    best = max((one.gain for one in unique), default=0.0)
    nearly = best * (1 - NEARLY) if math.isfinite(best) else best
    return sorted(
        unique,
        key=lambda one: (
            one.gain < nearly,
            len(one.patch.changes),
            len(one.patch.edits),
            -one.gain,
        ),
    )


def _why_nothing(known: RepairResult) -> str:
    if not known.trials:
        return "no change could be tried"
    if not known.patches:
        return f"none of {len(known.trials)} trials was better than the training as it is"
    if not all(one.learned for one in known.patches):
        return f"{len(known.trials)} trials: what is better still knows no more than a guess"
    return f"{len(known.trials)} trials: nothing better than noise, or than fine tuning"
