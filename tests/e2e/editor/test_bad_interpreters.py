from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.interpreters import (
    old_python,
    python_with_broken_seismograd,
    python_without,
)
from tests.e2e.editor.popups import only_popup
from tests.e2e.editor.session import TRUST_ALL
from tests.e2e.programs import SCRIPT


@pytest.fixture
def settings() -> dict[str, object]:
    return dict(TRUST_ALL)


def path_of(*interpreters: Path) -> dict[str, str]:
    return {"PATH": os.pathsep.join(str(python.parent) for python in interpreters)}


def test_each_interpreter_that_cannot_be_used_is_told_once(desk: Desk, tmp_path: Path) -> None:
    desk.write("train.py", SCRIPT)
    desk.write("other.py", SCRIPT)
    old = old_python(tmp_path / "old")
    broken = python_with_broken_seismograd(tmp_path / "broken")
    nowhere = tmp_path / "nowhere" / "python"
    editor = desk.start(environment=path_of(old))
    window = desk.open(editor)
    window.open_file("train.py")
    text = only_popup(window, editor, "is Python 3.8")
    assert "3.11 or newer is needed" in text
    assert "Install Python 3.11 or newer, or name one in the setting seismograd.python" in text

    window.clear_notifications()
    editor.write_settings({**TRUST_ALL, "seismograd.python": str(nowhere)})
    text = only_popup(window, editor, f"{nowhere} does not exist")
    assert "name one in the setting seismograd.python" in text

    window.clear_notifications()
    editor.write_settings({**TRUST_ALL, "seismograd.python": str(broken)})
    text = only_popup(window, editor, "No module named 'what_is_not_there'")
    assert "pip install --force-reinstall seismograd" in text

    window.clear_notifications()
    editor.write_settings({**TRUST_ALL, "seismograd.python": sys.executable})
    window.squiggles("error").first.wait_for()
    assert window.notifications() == []


def test_another_interpreter_than_the_one_set_is_told_once(desk: Desk, tmp_path: Path) -> None:
    desk.write("train.py", SCRIPT)
    desk.write("other.py", SCRIPT)
    old = old_python(tmp_path / "old")
    on_path = path_of(Path(sys.executable))
    editor = desk.start({"seismograd.python": str(old)}, environment=on_path)
    window = desk.open(editor)
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()
    assert "Seismograd runs from the PATH instead" in only_popup(window, editor, "is Python 3.8")


def test_an_interpreter_that_cannot_install_is_told_at_set_up(desk: Desk, tmp_path: Path) -> None:
    desk.write("train.py", SCRIPT)
    desk.write("other.py", SCRIPT)
    first = python_without(tmp_path / "first", "ensurepip")
    second = python_without(tmp_path / "second", "ensurepip", "venv")
    editor = desk.start({"seismograd.python": str(first)}, environment=path_of(first))
    window = desk.open(editor)
    window.open_file("train.py")
    for python in (first, second):
        editor.write_settings({**TRUST_ALL, "seismograd.python": str(python)})
        offer = window.notification(f" at {python}. It can set up an environment")
        offer.wait_for()
        window.press_button(offer, "Set Up")
        text = only_popup(window, editor, f"The Python at {python} has no pip", restart=False)
        assert "apt install python3-venv" in text
        window.clear_notifications()
