"""From a report to a controlled script, in a real sandbox; and nothing where the bug is fixed.

Cases are folders: `project/`, `fixed/` and `issue.md`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.generate.offline.assembly import offline_search
from seismograd.reproduce.ladder import Ladder
from seismograd.reproduce.plan.planning import make_plan
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.propose import SearchBudget, Turn, propose_in_turns
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.search import fingerprints
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd_sandbox.host.selection import choose

MOST = 40
MOST_IN_VAIN = 8
CASES = Path(__file__).parents[2] / "cases"
NAMES = sorted(one.name for one in CASES.iterdir() if one.is_dir())
pytestmark = pytest.mark.slow


def searched(name: str, kind: str, most: int = MOST) -> Proof | None:
    root = CASES / name / kind
    report = parse_report((CASES / name / "issue.md").read_text(encoding="utf-8"))
    project = read_project(root)
    fingerprint = fingerprints(report, root)[0]
    case = Case(report, root, fingerprint, project, plan=make_plan(report, project, fingerprint))
    tree = Tree(
        root,
        Path(sys.executable),
        choose("process", root),
        environment={"KERAS_BACKEND": "torch"} if name.startswith("keras") else {},
    )
    with SandboxedTrialRunner(tree) as runner:
        ladder = Ladder(case, runner, (Switched(runner),), repeats=1)
        turns = (Turn(offline_search(case.plan), most),)
        patience = SearchBudget(most, 300.0)
        return propose_in_turns(
            case, turns, ladder, patience, lambda attempt: None, Cancellation()
        )[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_reported_bug_is_reproduced(name: str) -> None:
    proof = searched(name, "project")
    assert proof is not None
    assert not proof.control.seen.fired


@pytest.mark.parametrize("name", NAMES)
def test_a_bug_that_is_fixed_is_not_shown(name: str) -> None:
    assert searched(name, "fixed", MOST_IN_VAIN) is None
