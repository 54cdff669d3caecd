"""`seismograd reproduce` as a user calls it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import parts
from tests.cli.conftest import Project

EXAMPLE = Path(__file__).parents[1] / "reproduce" / "projects" / "single_example"


@pytest.mark.slow
def test_a_reported_crash_becomes_a_script_with_a_control(project: Project) -> None:
    parts.module("torch")
    shutil.copytree(EXAMPLE, project.folder, dirs_exist_ok=True)
    outcome = project.run(
        "reproduce", "--issue", "issue.md", "--out", "out", "--model", "none",
        "--python", sys.executable, "--format", "json", "."
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    result = json.loads(outcome.out)
    assert result["status"] == "reproduced"
    assert all(criterion["passed"] for criterion in result["criteria"])
    assert result["provenance"][0] == {"file": "model.py", "line": 13}
    assert result["control"]["fired"] is False
    assert result["repeats"] == {"runs": 5, "fired": 5}
    _is_a_regression_test(Path(result["script"]), project.folder)


def _is_a_regression_test(script: Path, root: Path) -> None:
    assert len(script.read_text().splitlines()) < 40
    shutil.copy(script, root)
    before = _run(root, script.name)
    assert before.returncode != 0
    assert "REPRODUCED:" in before.stdout
    model = root / "model.py"
    model.write_text(model.read_text().replace(".squeeze()", ""))
    after = _run(root, script.name)
    assert after.returncode == 0, after.stderr
    assert after.stdout.splitlines()[-1] == "NOT REPRODUCED"


def _run(root: Path, script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, script], cwd=root, capture_output=True, text=True, timeout=120, check=False
    )


def test_criteria_are_shown_before_anything_is_run(project: Project) -> None:
    shutil.copytree(EXAMPLE, project.folder, dirs_exist_ok=True)
    outcome = project.run("reproduce", "--issue", "issue.md", "--show-criteria", ".")
    assert outcome.status == 0, outcome.err
    checks = [criterion["check"] for criterion in json.loads(outcome.out)["criteria"]]
    assert any("IndexError" in check for check in checks)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--issue", "missing.md", "."], "missing.md"),
        (["--issue", "empty.md", "."], "is empty"),
        (["--issue", "issue.md", "nowhere"], "no such folder"),
        (["--issue", "issue.md", "--timeout", "0", "."], "positive number"),
        (["--issue", "issue.md", "--criteria", "empty.md", "."], "empty.md"),
        (["--issue", "issue.md", "--python", "no-such-python", "."], "no-such-python"),
        (["."], "--issue"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    project: Project, words: list[str], complaint: str
) -> None:
    (project.folder / "issue.md").write_text("It raises ValueError: no")
    (project.folder / "empty.md").write_text("")
    outcome = project.run("reproduce", *words)
    assert outcome.status == 2
    assert complaint in outcome.err
    assert outcome.err.strip().count("\n") <= 3
