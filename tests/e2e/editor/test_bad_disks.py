from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.interpreters import bare_python
from tests.e2e.editor.mounts import enlarge, read_only, small_disk
from tests.e2e.editor.popups import only_popup
from tests.e2e.editor.real_editor import RealEditor
from tests.e2e.editor.session import TRUST_ALL
from tests.e2e.editor.workbench import Workbench
from tests.e2e.programs import SCRIPT

SET_UP_LIMIT_MS = 180_000
TOO_SMALL_MB = 15
ENOUGH_MB = 80


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, object]:
    return {**TRUST_ALL, "seismograd.python": str(bare_python(tmp_path / "bare"))}


@pytest.fixture
def scripts(desk: Desk) -> Desk:
    desk.write("train.py", SCRIPT)
    desk.write("other.py", SCRIPT)
    return desk


def storage_of(editor: RealEditor) -> Path:
    """Where the extension keeps its private environment."""
    return editor.profile / "User" / "globalStorage" / "seismograd.seismograd"


def set_up(desk: Desk, editor: RealEditor) -> Workbench:
    window = desk.open(editor)
    window.open_file("train.py")
    offer = window.notification("Seismograd is not installed")
    offer.wait_for()
    window.press_button(offer, "Set Up")
    return window


def test_folders_that_can_only_be_read(scripts: Desk) -> None:
    editor = scripts.start()
    storage = storage_of(editor)
    with read_only(scripts.workspace), read_only(storage):
        window = set_up(scripts, editor)
        text = only_popup(window, editor, "cannot be written", restart=False)
        assert f"The folder {storage} cannot be written. Make it writable" in text
        assert list(storage.iterdir()) == []

        # To check a project nothing needs to be written into it.
        window.clear_notifications()
        editor.write_settings({**TRUST_ALL, "seismograd.python": sys.executable})
        window.squiggles("error").first.wait_for()
        window.command("Seismograd: Check Workspace")
        window.show_problems().filter(has_text="train.py").first.wait_for()
        window.wait_for_no_notifications()  # but that of progress, which goes
        assert "Traceback" not in editor.output("Seismograd Server")


def test_a_full_disk_is_told_and_set_up_works_once_there_is_space(scripts: Desk) -> None:
    editor = scripts.start()
    storage = storage_of(editor)
    with small_disk(storage, TOO_SMALL_MB):
        window = set_up(scripts, editor)
        text = only_popup(window, editor, "The disk is full", restart=False)
        assert f"Free about {ENOUGH_MB} MB where {storage} lies" in text
        assert list(storage.iterdir()) == []
        assert editor.servers() == []

        enlarge(storage, ENOUGH_MB)
        window.show_notifications()
        window.press_button(window.notification("The disk is full"), "Try Again")
        window.squiggles("error").first.wait_for(timeout=SET_UP_LIMIT_MS)
        (server,) = editor.servers()
        assert Path(server.command[0]).is_relative_to(storage)
        assert window.notifications() == []
