"""What a repair is said to have come to."""

from __future__ import annotations

import pytest

from seismograd.faults import FaultType
from seismograd.repair.patches.change import Change, Patch
from seismograd.repair.results.result import MeasuredPatch, RepairResult, RepairStatus
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.reports.repair_text import NOTHING_YET, RESUME, outcome_text, repair_text
from seismograd.reports.style import Style

TRIAL = TrialRecord(1, "auto", {"lr": 0.1}, TrialOutcome.FINISHED, 0.9, 1.0, "", ())


@pytest.mark.parametrize(("trials", "hint"), [((TRIAL,), RESUME), ((), NOTHING_YET)])
def test_only_a_search_that_began_can_be_resumed(
    trials: tuple[TrialRecord, ...], hint: str
) -> None:
    result = RepairResult(RepairStatus.CANCELLED, "in the search", trials=trials)
    assert outcome_text(result) == f"cancelled in the search. {hint}"


def test_other_outcomes_need_no_hint() -> None:
    assert outcome_text(RepairResult(RepairStatus.CANNOT_TELL, "no metric")) == (
        "cannot tell. no metric"
    )


def test_our_colours_are_shown_and_those_of_a_project_are_not() -> None:
    patch = Patch((Change(FaultType.HLR, "lr", "\x1b[31m1e-06", "0.001", ()),))
    measured = MeasuredPatch(patch, True, (0.9,), 0.4, (0.3, 0.5), 0.016, {})
    text = repair_text(
        RepairResult(RepairStatus.REPAIRED, patches=(measured,)), "train.py", ".", Style(True)
    )
    assert "\x1b[1mverified\x1b[0m" in text
    assert "\x1b[31m" not in text
