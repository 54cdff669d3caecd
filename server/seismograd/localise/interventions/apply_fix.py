"""Does the training get better when what a finding proposes is done?"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from seismograd.faults import FaultType, Finding, Fix
from seismograd.localise.interventions.intervention import EFFECT, RESCUE, Intervention
from seismograd.source.edits import apply_edits

OTHER_LOSS = frozenset(
    {FaultType.LCH, FaultType.ARM, FaultType.MET, FaultType.VRM, FaultType.HNE, FaultType.HBS}
)
"""Changes that make the training loss another quantity, or its steps other steps: the losses
before and after cannot be compared."""
LARGER = frozenset({"too-small-network"})
"""Causes whose repair makes nearly every training loss somewhat lower."""


def apply_fix(
    finding: Finding, root: Path, read: Callable[[str], str | None]
) -> Intervention | None:
    """None where there is no fix, or no way to compare the training with and without it."""
    if not finding.fixes or finding.fault_type in OTHER_LOSS:
        return None
    fix = finding.fixes[0]
    changed = changed_files(fix, root, read)
    effect = RESCUE if _is_remark(finding) or finding.name in LARGER else EFFECT
    return Intervention(fix.title, changed, effect=effect) if changed is not None else None


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
