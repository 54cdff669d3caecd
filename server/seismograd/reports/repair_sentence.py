"""What came of a repair, in one sentence: for notifications, lists and jobs."""

from __future__ import annotations

from seismograd.repair.results.result import RepairResult, RepairStatus
from seismograd.reports.repair_text import patch_summary

OTHERS = {
    RepairStatus.NOTHING_BETTER: "No verified patch: ",
    RepairStatus.CANNOT_TELL: "Cannot tell: ",
    RepairStatus.CANCELLED: "Cancelled ",
}


def repair_sentence(result: RepairResult) -> str:
    if result.status is RepairStatus.REPAIRED:
        verified = [one for one in result.patches if one.is_verified]
        more = f" and {len(verified) - 1} more" if len(verified) > 1 else ""
        return f"Verified patch: {patch_summary(verified[0], result)}{more}."
    sentence = f"{OTHERS[result.status]}{result.reason}".strip().rstrip(".")
    resume = " Search again to resume." if result.status is RepairStatus.CANCELLED else ""
    return f"{sentence}.{resume}"
