"""What is learnt of the user's interpreter before its packages are lent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine.images.borrowing import read_interpreter
from seismograd_sandbox.host.docker_engine.images.python_inside import QUESTION, Python

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


def test_a_script_that_starts_another_python_lends_nothing(
    interpreter: Path, tmp_path: Path
) -> None:
    assert read_interpreter(interpreter) is None
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize("mark", ["pyvenv.cfg", "lib/python3.12/os.py"])
def test_an_environment_is_read_and_never_run(interpreter: Path, tmp_path: Path, mark: str) -> None:
    """A project can bring one along, and nothing of it may run outside of the walls."""
    (tmp_path / mark).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / mark).write_text("include-system-site-packages = true\n")
    packages = tmp_path / "lib" / "python3.12" / "site-packages"
    packages.mkdir(parents=True, exist_ok=True)
    told = read_interpreter(interpreter)
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
    assert read_interpreter(interpreter) is None
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize("shares", [False, True])
def test_what_is_read_is_what_the_environment_would_say(tmp_path: Path, shares: bool) -> None:
    venv.create(tmp_path / "env", system_site_packages=shares, symlinks=True)
    python = tmp_path / "env" / "bin" / "python"
    told = read_interpreter(python)
    said = Python.from_json(json.loads(_said(python)))
    assert told == replace(said, executable=str(python))


def _said(python: Path) -> bytes:
    return subprocess.run([python, "-I", "-c", QUESTION], capture_output=True, check=True).stdout


@pytest.mark.skipif(
    not Path("/usr/bin/python3").exists(), reason="there is no Python of the system"
)
def test_what_is_read_is_what_the_python_of_the_system_would_say() -> None:
    python = Path("/usr/bin/python3")
    said = Python.from_json(json.loads(_said(python)))
    told = read_interpreter(python)
    assert told is not None
    assert set(told.sites) == set(map(os.path.realpath, said.sites))
    assert replace(told, sites=said.sites) == replace(said, executable=str(python))


def test_no_interpreter_is_no_answer(tmp_path: Path) -> None:
    assert read_interpreter(tmp_path / "none") is None
