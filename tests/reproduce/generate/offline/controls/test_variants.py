"""Values of a report's code as switches, by the names that the project has for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.drafts.draft import Draft
from seismograd.reproduce.generate.offline.find_controls import find_controls
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.bug_report import BugReport
from seismograd_sandbox.host.outcome import Ending

PROJECT = "def smooth(signal, window, order=2):\n    return signal\n"


def switches(root: Path, *exercise: str) -> set[tuple[str, str]]:
    (root / "filters.py").write_text(PROJECT)
    case = Case(BugReport("", ""), root, Fingerprint((), "crash"), read_project(root))
    draft = Draft("Run the code.", exercise=exercise, seed="snippet")
    seen = Observation(Ending.EXITED, 1, "", "")
    attempt = Attempt(Candidate("", "offline", ""), Stage.PROVENANCE, "", seen)
    drafts = find_controls(case, draft, attempt)
    return {(switch.name, switch.trigger) for one in drafts for switch in one.switches}


@pytest.mark.parametrize(
    ("exercise", "named"),
    [
        (("smooth(x, 5)",), {("WINDOW", "5")}),
        (("smooth(x, 5, order=3)",), {("WINDOW", "5"), ("ORDER", "3")}),
        (("x = torch.randn(7)",), {("TRIGGER", "7")}),
        (("WINDOW = x", "smooth(x, 5)"), {("TRIGGER", "5")}),
        (("smooth([[255], [-3]], x)",), {("SIGNAL", "255"), ("SIGNAL", "3")}),
        (("smooth(x, y, order=z)",), {("WITH_ORDER", "True")}),
        (("smooth(*given, window=5)",), {("WINDOW", "5")}),
        (("print(f'{smooth(x, 5)} of {7:>3}')",), {("WINDOW", "5")}),
    ],
)
def test_a_switch_is_called_what_the_project_calls_it(
    exercise: tuple[str, ...], named: set[tuple[str, str]], tmp_path: Path
) -> None:
    assert switches(tmp_path, *exercise) == named
