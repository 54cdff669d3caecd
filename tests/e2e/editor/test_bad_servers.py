from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.e2e.editor import processes
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


def test_a_server_that_never_answers_is_ended_and_told(desk: Desk, tmp_path: Path) -> None:
    mute = tmp_path / "python"
    mute.write_text(
        '#!/bin/sh\ncase "$*" in *seismograd.lsp) exec sleep 600;; esac\n'
        f'exec {sys.executable} "$@"\n'
    )
    mute.chmod(0o755)
    desk.write("train.py", SCRIPT)
    editor = desk.start(environment=ONLY_SYSTEM)
    window = desk.open(editor)
    window.open_file("train.py")
    window.notification("gave no answer").wait_for()
    assert len(window.notifications()) == 1
    assert not [one for one in processes.marked(editor.mark) if one.command[0] == "sleep"]
