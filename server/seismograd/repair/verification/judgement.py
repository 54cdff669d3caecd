"""Verify finalists, leave out what they do not need, and rank them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from seismograd.repair.patches.change import Patch
from seismograd.repair.results.result import MeasuredPatch, RepairResult, RepairStatus
from seismograd.repair.verification.alternatives import mark_equal_patches
from seismograd.repair.verification.finalists import NEARLY
from seismograd.repair.verification.minimise import minimise
from seismograd.repair.verification.parts import best_part, searched_patches
from seismograd.repair.verification.steadier import steadier_patches
from seismograd.repair.verification.verify import Verdict, Verification

Contributions = Mapping[str, float]


def judged(
    finalists: Sequence[Patch], verification: Verification, known: RepairResult
) -> RepairResult:
    """What is known of the search, with what the verification says."""
    baseline, verdicts = verification.verify(finalists)
    if known.objective is not None and not any(one.is_verified for one in verdicts):
        steadier = steadier_patches(verdicts, known.trials, known.objective, verification.runs)
        further = [patch for patch in steadier if patch not in finalists]
        if further and not verification.cancel:
            measured, more = verification.verify(further)
            baseline, verdicts = measured or baseline, [*verdicts, *more]
    minimal = [_minimised(one, verification) for one in verdicts if one.is_verified]
    parts = _parts([verdict for verdict, _ in minimal], verification, known)
    verified = _ranked([*(_as_measured(*one) for one in minimal), *map(_as_measured, parts)])
    named = {one.patch for one in verified}
    left = [one for one in verdicts if not one.is_verified and one.patch not in named]
    others = [*map(_as_measured, left)]
    known = replace(
        known,
        status=RepairStatus.REPAIRED if verified else RepairStatus.NOTHING_BETTER,
        baseline=baseline,
        seeds=verification.seeds if baseline else (),
        patches=tuple(mark_equal_patches([*verified, *others], verification.objective)),
        verifications=verification.trainings,
    )
    return known if verified else replace(known, reason=_why_nothing(known))


def _minimised(verdict: Verdict, verification: Verification) -> tuple[Verdict, Contributions]:
    """Without the changes that it does not need, and what the others bring."""
    smaller = minimise(verdict, verification)
    gains = verification.gains(verdict.baseline, smaller.values)
    own = replace(verdict, patch=smaller.patch, values=smaller.values, gains=gains)
    return own, smaller.contributions


def _parts(
    verified: Sequence[Verdict], verification: Verification, known: RepairResult
) -> list[Verdict]:
    """Of patches of several changes."""
    if known.objective is None or not any(len(one.patch.changes) > 1 for one in verified):
        return []
    searched = [*searched_patches(known.trials, known.objective, verification.runs)]
    found = (best_part(one, searched, verification) for one in verified)
    return [one for one in found if one is not None]


def _as_measured(
    verdict: Verdict, contributions: Contributions = MappingProxyType({})
) -> MeasuredPatch:
    only = {one.name: verdict.gain for one in verdict.patch.changes[:1]}
    return MeasuredPatch(
        verdict.patch,
        verdict.is_verified,
        verdict.values,
        verdict.gain,
        verdict.interval,
        verdict.p,
        only if len(verdict.patch.changes) == 1 else contributions,
        learned=verdict.learned,
    )


def _ranked(patches: list[MeasuredPatch]) -> list[MeasuredPatch]:
    """Best first; nearly equal ones by size, then by the length of the training.

    Two that were minimised to the same are one. A change of the optimiser has more edits than one
    of its learning rate.
    """
    unique = list({one.patch: one for one in patches}.values())
    best = max((one.gain for one in unique), default=0.0)
    nearly = best * (1 - NEARLY) if math.isfinite(best) else best
    return sorted(
        unique,
        key=lambda one: (
            one.gain < nearly,
            len(one.patch.changes),
            one.patch.times_as_long,
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
