from __future__ import annotations

import json

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.in_host import Outcome, run_suite


def errors(outcomes: list[Outcome]) -> dict[str, str]:
    return {outcome.title: outcome.error for outcome in outcomes if outcome.error}


def test_findings(desk: Desk) -> None:
    assert errors(run_suite(desk, "findings")) == {}


def test_recovery(desk: Desk) -> None:
    assert errors(run_suite(desk, "recovery")) == {}


def test_multi_root(desk: Desk) -> None:
    folders = [desk.write(f"{name}/notes.txt", "").parent for name in ("one", "two")]
    workspace = desk.write(
        "both.code-workspace", json.dumps({"folders": [{"path": str(path)} for path in folders]})
    )
    assert errors(run_suite(desk, "multi_root", workspace)) == {}


def test_a_forced_failure_is_reported(desk: Desk) -> None:
    outcomes = run_suite(desk, "findings", environment={"SEISMOGRAD_FORCE_FAILURE": "1"})
    assert list(errors(outcomes)) == ["it fails where it is told to"]
