"""The page about a repair."""

from __future__ import annotations

from seismograd.faults import FaultType
from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.patches.change import Change, Patch
from seismograd.repair.results.result import MeasuredPatch, RepairResult, RepairStatus
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.reports.repair_html import repair_html
from seismograd.reports.slice_plot import slice_plot
from seismograd.runs.record import RunRecord

PATCH = Patch((Change(FaultType.HLR, "lr", "1e-06", "<b>0.001</b>", ()),))
CURVE = ((0.0, 1.0), (5.0, 0.5))


def result(**more: object) -> RepairResult:
    found = MeasuredPatch(PATCH, True, (0.9, 0.8), 0.4, (0.3, 0.5), 0.016, {"lr": 0.4})
    trials = tuple(
        TrialRecord(at, "auto", {"lr": rate}, TrialOutcome.FINISHED, value, 1.0, "", CURVE)
        for at, (rate, value) in enumerate(((0.001, 0.9), (0.1, 0.5)), 1)
    )
    accuracy = Objective("val acc", Direction.MAX, Origin.PRINTED)
    fields: dict[str, object] = {
        "objective": accuracy,
        "judge": accuracy,
        "baseline": (0.5, 0.4),
        "patches": (found,),
        "trials": trials,
        "refused": ("<loss>: cannot",),
    }
    return RepairResult(RepairStatus.REPAIRED, **{**fields, **more})  # type: ignore[arg-type]


def test_the_page_has_patches_curves_slices_and_trials() -> None:
    page = repair_html(result(), RunRecord(entry="train.py"))
    for part in (
        "0.45 -&gt; 0.85",
        "Alternatives",
        "Learning curves",
        "<h2>lr</h2>",
        "Trials",
        "Not changed",
    ):
        assert part in page
    assert page.count("<svg") == 4


def test_foreign_text_is_escaped() -> None:
    page = repair_html(result(), RunRecord(entry="<script>alert(1)</script>"))
    assert "<b>0.001</b>" not in page
    assert "<loss>" not in page
    assert "<script>alert" not in page


def test_a_repair_without_trials_is_a_page_as_well() -> None:
    empty = RepairResult(RepairStatus.CANNOT_TELL, "no metric")
    assert "no metric" in repair_html(empty, RunRecord(entry="train.py"))


def test_slices_of_numbers_words_and_both() -> None:
    assert slice_plot([(0.1, 0.5)]) is None
    for dots in ([(0.1, 0.5), (0.2, 0.6)], [("adam", 0.5), ("sgd", 0.6)], [(0.1, 0.5), ("a", 0.6)]):
        drawing = slice_plot(dots)
        assert drawing is not None
        assert drawing.count("<circle") == 2
