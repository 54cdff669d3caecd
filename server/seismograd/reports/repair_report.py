"""All that is said of a repair, to be saved with it."""

from __future__ import annotations

from seismograd.repair.results.result import RepairResult
from seismograd.repair.results.save_repair import RepairReport
from seismograd.reports.repair_html import repair_html
from seismograd.reports.repair_json import repair_json
from seismograd.reports.repair_sentence import repair_sentence
from seismograd.reports.repair_text import patch_summary
from seismograd.runs.record import RunRecord


def repair_report(result: RepairResult, record: RunRecord) -> RepairReport:
    return RepairReport(
        record.title,
        record.entry,
        record.arguments,
        repair_sentence(result),
        repair_json(result, record.root),
        [patch_summary(one, result) for one in result.patches],
        repair_html(result, record),
    )
