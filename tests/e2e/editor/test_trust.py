from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.processes import until
from tests.e2e.programs import SCRIPT

TRUSTED_LIMIT_S = 60
ASK_FOR_TRUST: dict[str, object] = {
    "security.workspace.trust.enabled": True,
    "security.workspace.trust.startupPrompt": "never",
    "seismograd.python": sys.executable,
}


@pytest.fixture
def settings() -> dict[str, object]:
    return ASK_FOR_TRUST


def telltale_python(desk: Desk) -> Path:
    """Name an interpreter of the workspace in its settings; it leaves a trace when it runs."""
    trace = desk.folder / "it-ran"
    python = desk.write("python", f'#!/bin/sh\necho "$@" >> {trace}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    desk.write(".vscode/settings.json", json.dumps({"seismograd.python": str(python)}))
    return trace


def test_nothing_of_an_untrusted_workspace_runs_until_it_is_trusted(desk: Desk) -> None:
    desk.write("train.py", SCRIPT)
    trace = telltale_python(desk)
    editor = desk.start()
    window = desk.open(editor)
    window.status_bar("Restricted Mode").wait_for()
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()
    assert not trace.exists()
    (before,) = editor.servers()

    window.trust_workspace()
    window.status_bar("Restricted Mode").wait_for(state="detached")
    assert until(trace.exists, TRUSTED_LIMIT_S)
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()
    assert until(lambda: [one.pid for one in editor.servers()] != [before.pid], TRUSTED_LIMIT_S)
    assert until(lambda: len(editor.servers()) == 1, TRUSTED_LIMIT_S)
