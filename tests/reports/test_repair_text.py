"""What a repair is said to have come to."""

from __future__ import annotations

import pytest

from seismograd.repair.results.result import RepairResult, RepairStatus
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.reports.repair_text import NOTHING_YET, RESUME, outcome_text

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
