"""Does the training get better when what a finding proposes is done?"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from seismograd.faults import FaultType, Finding, Fix
from seismograd.localise.interventions.intervention import (
    EFFECT,
    RESCUE,
    Intervention,
    Statistic,
)
from seismograd.source.edits import apply_edits

NOTHING_TO_COMPARE = frozenset({FaultType.MET, FaultType.VRM, FaultType.HNE})
"""Changes of what is measured, or of nothing but how long the training takes."""
OTHER_MEASURES = {
    FaultType.LCH: Statistic.MISSED_SHARE,
    FaultType.ARM: Statistic.MISSED_SHARE,
    FaultType.HBS: Statistic.EVALUATION_ERROR,
}
"""For changes that make the training loss another quantity, or its steps other steps."""
LOSS_NAME = re.compile(r"loss\b|entropy", re.IGNORECASE)
LARGER = frozenset({"too-small-network"})
"""Causes whose repair makes nearly every training loss somewhat lower."""


def apply_fix(
    finding: Finding, root: Path, read: Callable[[str], str | None]
) -> Intervention | None:
    """None where there is no fix, or no way to compare the training with and without it."""
    if not finding.fixes or finding.fault_type in NOTHING_TO_COMPARE:
        return None
    fix = finding.fixes[0]
    changed = changed_files(fix, root, read)
    if changed is None:
        return None
    effect = RESCUE if _is_remark(finding) or finding.name in LARGER else EFFECT
    other = Statistic.MISSED_SHARE if _names_loss(fix) else OTHER_MEASURES.get(finding.fault_type)
    if other is None:
        return Intervention(fix.title, changed, effect=effect)
    return Intervention(fix.title, changed, (), other, effect, is_whole=True)


def _names_loss(fix: Fix) -> bool:
    """Whether it puts another loss in the place of the one that is there."""
    return any(LOSS_NAME.search(edit.new_text) for edit in fix.edits)


def _is_remark(finding: Finding) -> bool:
    """Of a rule, which has not seen the training."""
    return not finding.is_of_run and not finding.severity.is_alarm


def changed_files(fix: Fix, root: Path, read: Callable[[str], str | None]) -> dict[str, str] | None:
    """By their path in the project; None where one cannot be read."""
    changed: dict[str, str] = {}
    for file in {edit.span.file for edit in fix.edits}:
        text = read(file)
        if text is None:
            return None
        inside = os.path.relpath(file, root).replace(os.sep, "/")
        changed[inside] = apply_edits(text, [edit for edit in fix.edits if edit.span.file == file])
    return changed
