from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.interpreters import bare_python
from tests.e2e.editor.popups import only_popup
from tests.e2e.editor.processes import until
from tests.e2e.editor.session import TRUST_ALL
from tests.e2e.programs import SCRIPT

SETTING_LIMIT_S = 30


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, object]:
    return {**TRUST_ALL, "seismograd.python": str(tmp_path / "python")}


def test_a_wrong_path_is_told_once_and_can_be_mended_live(desk: Desk, tmp_path: Path) -> None:
    desk.write("train.py", SCRIPT)
    desk.write("other.py", SCRIPT)
    bare = bare_python(tmp_path / "bare")
    editor = desk.start(environment={"PATH": str(bare.parent)})
    window = desk.open(editor)
    window.open_file("train.py")
    text = only_popup(window, editor, "The setting seismograd.python cannot be used")
    assert "It can set up an environment of its own" in text
    assert editor.servers() == []

    # The editor keeps paths of the machine apart from what else a person sets.
    window.show_notifications()
    window.press_button(window.notification("cannot be used"), "Choose Interpreter")
    window.choose(str(bare))
    machine = editor.profile / "Machine" / "settings.json"
    assert until(lambda: str(bare) in machine.read_text(), SETTING_LIMIT_S)

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
    desk.write("other.py", SCRIPT)
    editor = desk.start(environment=mute_server)
    window = desk.open(editor)
    window.open_file("train.py")
    text = only_popup(window, editor, "gave no answer", restart=False)
    assert "See the logs for the cause, and restart it when that is mended" in text
    assert editor.servers() == []
