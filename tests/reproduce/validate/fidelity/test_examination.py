"""Scripts that show their symptom, and what in them decides it; each is a folder of fixtures."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.judging import fired, judge_all
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.fidelity.examination import Examination, decisive
from seismograd_sandbox.host.selection import choose

pytestmark = pytest.mark.slow
FIXTURES = sorted(path.parent for path in Path(__file__).parent.glob("fixtures/*/expected.json"))


@pytest.mark.parametrize("folder", FIXTURES, ids=lambda folder: folder.name)
def test_what_decides_is_found(folder: Path) -> None:
    expected: dict[str, Any] = json.loads((folder / "expected.json").read_text())
    root = folder / "project"
    criterion = Criterion("c1", "as reported", "", expected["check"])
    report = parse_report((folder / "issue.md").read_text())
    case = Case(report, root, Fingerprint((criterion,), "value"), read_project(root))
    source = (folder / "script.py").read_text()
    with SandboxedTrialRunner(Tree(root, Path(sys.executable), choose("auto", root))) as runner:
        seen = runner.try_quickly(source)
        shows = fired(case.fingerprint, seen) and judge_all(case.fingerprint, seen).passed
        assert shows, (seen.stdout, seen.stderr)
        found = Examination(case, runner, lambda: False).departures(source, seen)
        in_no_time = Examination(case, runner, lambda: True).departures(source, seen)
    assert len(decisive(in_no_time)) >= len(decisive(found))
    told = [departure.what for departure in decisive(found)]
    assert len(told) == len(expected["decisive"]), found
    for wanted, what in zip(expected["decisive"], told, strict=True):
        assert wanted in what
