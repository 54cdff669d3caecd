"""What is learnt of the user's interpreter before its packages are lent."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine.images.borrowing import ask_interpreter

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="interpreters are shell scripts")


@pytest.fixture
def interpreter(tmp_path: Path) -> Path:
    """A Python that notes how often it was asked."""
    place = tmp_path / "bin" / "python"
    place.parent.mkdir()
    asked = tmp_path / "asked"
    place.write_text(f'#!/bin/sh\necho once >> "{asked}"\nexec "{sys.executable}" "$@"\n')
    place.chmod(0o755)
    return place


def test_an_interpreter_is_asked_once(interpreter: Path, tmp_path: Path) -> None:
    first, second = ask_interpreter(interpreter), ask_interpreter(interpreter)
    assert first is not None
    assert first == second
    assert first.version == sys.version_info[:2]
    assert (tmp_path / "asked").read_text() == "once\n"


@pytest.mark.parametrize("name", ["bin/python", "pyvenv.cfg"])
def test_an_environment_that_was_made_anew_is_asked_again(
    interpreter: Path, tmp_path: Path, name: str
) -> None:
    ask_interpreter(interpreter)
    (tmp_path / name).touch()
    os.utime(tmp_path / name, ns=(1, 1))
    ask_interpreter(interpreter)
    assert (tmp_path / "asked").read_text() == "once\nonce\n"


def test_one_that_gives_no_answer_is_asked_again(interpreter: Path) -> None:
    working = interpreter.read_text()
    before = interpreter.stat()
    interpreter.write_text("#!/bin/sh\nexit 3\n")
    os.utime(interpreter, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert ask_interpreter(interpreter) is None
    interpreter.write_text(working)
    os.utime(interpreter, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert ask_interpreter(interpreter) is not None


def test_no_interpreter_is_no_answer(tmp_path: Path) -> None:
    assert ask_interpreter(tmp_path / "none") is None
