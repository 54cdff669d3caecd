from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.session import TRUST_ALL
from tests.e2e.programs import SCRIPT

NOTHING_FURTHER_MS = 5_000
ONLY_SYSTEM = {"PATH": os.pathsep.join(["/usr/bin", "/bin"])}


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, object]:
    return {**TRUST_ALL, "seismograd.python": str(tmp_path / "python")}


def test_a_wrong_path_is_told_once_and_can_be_mended_live(desk: Desk) -> None:
    desk.write("train.py", SCRIPT)
    editor = desk.start(environment=ONLY_SYSTEM)
    window = desk.open(editor)
    window.open_file("train.py")
    window.notification("The setting seismograd.python cannot be used").wait_for()
    window.type("# typed ")
    window.page.wait_for_timeout(NOTHING_FURTHER_MS)
    assert len(window.notifications()) == 1
    assert editor.servers() == []

    editor.write_settings({**TRUST_ALL, "seismograd.python": sys.executable})
    window.squiggles("error").first.wait_for()


@pytest.fixture
def mute_server(tmp_path: Path) -> dict[str, str]:
    """A server that starts and says nothing stands before the real one."""
    package = tmp_path / "mute" / "seismograd"
    (package / "lsp").mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0.0.0"\n')
    (package / "lsp" / "__init__.py").touch()
    (package / "lsp" / "__main__.py").write_text("import time\n\ntime.sleep(600)\n")
    return {"PYTHONPATH": str(package.parent)}


def test_a_server_that_never_answers_is_ended_and_told(
    desk: Desk, mute_server: dict[str, str]
) -> None:
    desk.settings = {**TRUST_ALL, "seismograd.python": sys.executable}
    desk.write("train.py", SCRIPT)
    editor = desk.start(environment=mute_server)
    window = desk.open(editor)
    window.open_file("train.py")
    window.notification("gave no answer").wait_for()
    assert len(window.notifications()) == 1
    assert editor.servers() == []
