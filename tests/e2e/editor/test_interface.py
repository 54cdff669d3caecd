from __future__ import annotations

import json

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.in_host import run_suite


def test_pages_jobs_and_tools(desk: Desk) -> None:
    desk.write(".vscode/settings.json", json.dumps(desk.settings))
    outcomes = run_suite(desk, "interface")
    assert {outcome.title: outcome.error for outcome in outcomes if outcome.error} == {}
