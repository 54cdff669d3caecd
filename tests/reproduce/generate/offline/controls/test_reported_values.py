"""Ordinary values beside those that a report gives."""

from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.candidate import Attempt, Candidate, Stage, Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.generate.offline.reported_values import with_reported_values
from seismograd.reproduce.observation import NOT_REPRODUCED, Observation
from seismograd.reproduce.report.parse import parse_report
from seismograd_sandbox.host.outcome import Ending

CLEAN = Observation(Ending.EXITED, 0, f"{NOT_REPRODUCED}\n", "")
FAILED = Observation(Ending.EXITED, 1, "", "")
BASELINE = Draft(
    "Call.", constants=(Constant("SIZE", "4"), Constant("DEPTH", "2")), is_baseline=True
)


def switches(text: str, draft: Draft, seen: Observation, stage: Stage) -> list[tuple[Switch, ...]]:
    fingerprint = Fingerprint((Criterion("c1", "", "", 'raises("ValueError")'),), "crash")
    case = Case(parse_report(text), Path(), fingerprint, ProjectView(Path(), ()))
    attempt = Attempt(Candidate("", "offline", ""), stage, "", seen)
    return [one.switches for one in with_reported_values(case, draft, attempt)]


def test_what_ran_through_is_the_control() -> None:
    found = switches("# It fails\n\nIt fails with size=9.", BASELINE, CLEAN, Stage.DRY_RUN)
    assert found == [(Switch("SIZE", "9", "4"),)]


def test_several_values_are_tried_one_by_one_first() -> None:
    found = switches("# It fails\n\nIt fails with size=9, depth=3.", BASELINE, CLEAN, Stage.DRY_RUN)
    assert [len(one) for one in found] == [1, 1, 2]


def test_what_ordinary_values_show_needs_another_control() -> None:
    text = "# It fails\n\nIt fails with size=9.\n\nIt fails with size=7."
    found = switches(text, BASELINE, FAILED, Stage.PROVENANCE)
    assert (Switch("SIZE", "9", "7"),) in found
    assert all(one[0].trigger != one[0].control for one in found)


def test_what_fails_in_another_way_is_left_alone() -> None:
    assert not switches("# It fails\n\nwith size=9", BASELINE, FAILED, Stage.DRY_RUN)
