"""What the first, watched run says about whether a search makes sense."""

from __future__ import annotations

from seismograd.repair.deadline import Deadline
from seismograd.repair.results.result import RepairResult, RepairStatus
from seismograd.runs.summary import RunSummary


def result_without_search(summary: RunSummary, deadline: Deadline) -> RepairResult | None:
    """The result where nothing is searched; None where a search can follow."""
    if deadline.is_over:
        reason = f"{deadline.text}: the first run had not finished"
        return RepairResult(RepairStatus.CANNOT_TELL, reason)
    if deadline.cancel:
        return RepairResult(RepairStatus.CANCELLED)
    return None
