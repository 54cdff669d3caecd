"""The demo, whole: what it promises is what happens."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from seismograd.cli import demo_reproduction
from tests import parts
from tests.cli.conftest import Project


def _demand_whole(project: Project, report: str) -> dict[str, object]:
    outcome = project.run("demo", "--keep", "kept", "--python", sys.executable)
    assert outcome.status == 0, outcome.err
    titles = ("What is wrong", "A user reports a bug", "Is it true?", "Why it is believed")
    assert [title for title in titles if f"# {title}" in outcome.out] == list(titles)
    assert f"$ cat {report}" in outcome.out
    assert "does not fail" in outcome.out
    result = json.loads(Path("kept/digits", demo_reproduction.RESULT).read_text())
    assert result["status"] == "reproduced"
    assert result["control"]["fired"] is False
    assert result["lines"]["small"] < result["lines"]["found"]
    lines = result["lines"]
    assert f"from {lines['found']} lines of code to {lines['small']}" in outcome.out
    return dict(result)


@pytest.mark.slow
def test_a_reported_bug_is_reproduced_without_a_framework(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_reproduction, "FRAMEWORK", "no-such-framework")
    result = _demand_whole(project, demo_reproduction.REPORT_WITHOUT)
    assert result["provenance"] == [{"file": "schedule.py", "line": 13}]


@pytest.mark.slow
def test_a_reported_bug_is_reproduced_with_pytorch(project: Project) -> None:
    parts.module("torch")
    result = _demand_whole(project, demo_reproduction.REPORT_WITH_TORCH)
    assert result["provenance"] == [{"file": "predict.py", "line": 11}]
