"""From a report without code to a controlled script, in a real sandbox; and what is not shown."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.assembly import offline_search
from seismograd.reproduce.loop import Patience, Turn, search
from seismograd.reproduce.trials.sandboxed import SandboxedLaboratory
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd.reproduce.validate.ladder import Ladder, Proof
from seismograd_sandbox.host.selection import choose
from tests.reproduce.generate.offline.small_projects import PROJECTS

MOST = 40


def searched(case: Case) -> Proof | None:
    tree = Tree(case.root, Path(sys.executable), choose("process", case.root))
    with SandboxedLaboratory(tree) as laboratory:
        controls = (Switched(laboratory), PatchedLine(laboratory))
        ladder = Ladder(case, laboratory, controls, repeats=1)
        turns = (Turn(offline_search(), MOST),)
        proof, _ = search(
            case, turns, ladder, Patience(MOST, 300.0), lambda attempt: None, Cancellation()
        )
        return proof


@pytest.mark.slow
@pytest.mark.parametrize("name", PROJECTS)
def test_reports_without_code_are_reproduced(name: str, tmp_path: Path) -> None:
    proof = searched(PROJECTS[name].case(tmp_path))
    assert proof is not None
    assert not proof.control.seen.fired


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "report"),
    [(name, report) for name, project in PROJECTS.items() for report in project.others],
)
def test_bugs_that_are_not_there_are_not_shown(name: str, report: str, tmp_path: Path) -> None:
    assert searched(PROJECTS[name].case(tmp_path, report)) is None
