from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.programs import SCRIPT

SET_UP_LIMIT_MS = 180_000


@pytest.fixture
def settings() -> dict[str, object]:
    return {"security.workspace.trust.enabled": False}


@pytest.fixture
def bare_python(tmp_path: Path) -> dict[str, str]:
    """An environment whose only Python has no Seismograd."""
    folder = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return {"PATH": os.pathsep.join([str(folder / "bin"), "/usr/bin", "/bin"])}


def test_set_up_is_offered_and_works(desk: Desk, bare_python: dict[str, str]) -> None:
    desk.write("train.py", SCRIPT)
    editor = desk.start(environment=bare_python)
    window = desk.open(editor)
    window.open_file("train.py")
    offer = window.notification("Seismograd is not installed")
    offer.wait_for()
    assert editor.servers() == []
    assert window.squiggles("error").count() == 0

    window.press_button(offer, "Set Up")
    window.squiggles("error").first.wait_for(timeout=SET_UP_LIMIT_MS)
    (server,) = editor.servers()
    assert str(editor.profile) in server.command[0]
    assert window.notifications() == []
