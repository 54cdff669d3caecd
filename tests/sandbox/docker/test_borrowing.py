"""What is learnt of the user's interpreter before its packages are lent."""

from __future__ import annotations

import os
import sys
import venv
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine.images.borrowing import _asked, ask_interpreter

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


def test_an_interpreter_that_was_installed_anew_is_asked_again(
    interpreter: Path, tmp_path: Path
) -> None:
    ask_interpreter(interpreter)
    os.utime(interpreter, ns=(1, 1))
    ask_interpreter(interpreter)
    assert (tmp_path / "asked").read_text() == "once\nonce\n"


@pytest.mark.parametrize("mark", ["pyvenv.cfg", "conda-meta/history"])
def test_an_environment_is_read_and_never_run(interpreter: Path, tmp_path: Path, mark: str) -> None:
    """A project can bring one along, and nothing of it may run outside of the walls."""
    (tmp_path / mark).parent.mkdir(exist_ok=True)
    (tmp_path / mark).write_text("include-system-site-packages = true\n")
    packages = tmp_path / "lib" / "python3.12" / "site-packages"
    packages.mkdir(parents=True)
    told = ask_interpreter(interpreter)
    assert told is not None
    assert (told.version, told.sites) == ((3, 12), (str(packages),))
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize("folders", [(), ("python3.11", "python3.12"), ("pypy3.10",)])
def test_an_environment_that_is_none_of_cpython_lends_nothing(
    interpreter: Path, tmp_path: Path, folders: tuple[str, ...]
) -> None:
    (tmp_path / "pyvenv.cfg").touch()
    for folder in folders:
        (tmp_path / "lib" / folder / "site-packages").mkdir(parents=True)
    assert ask_interpreter(interpreter) is None
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize("shares", [False, True])
def test_what_is_read_is_what_the_environment_would_say(tmp_path: Path, shares: bool) -> None:
    venv.create(tmp_path / "env", system_site_packages=shares, symlinks=True)
    python = tmp_path / "env" / "bin" / "python"
    told = ask_interpreter(python)
    said = _asked(python)
    assert said is not None
    assert told is not None
    assert told == replace(said, executable=str(python))


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
