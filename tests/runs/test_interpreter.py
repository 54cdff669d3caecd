from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from seismograd.runs.interpreter import NoInterpreter, find_interpreter, has_framework


def environment(folder: Path, *packages: str) -> Path:
    """A folder that looks like an environment of Python."""
    python = folder / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    (folder / "pyvenv.cfg").touch()
    for name in packages:
        (folder / "lib" / "python3.11" / "site-packages" / name).mkdir(parents=True)
    return python


def test_the_one_that_is_named_is_taken(tmp_path: Path) -> None:
    python = environment(tmp_path / "env")
    assert find_interpreter(str(python), tmp_path).path == python
    assert find_interpreter("env/bin/python", tmp_path).path == python
    assert find_interpreter("env", tmp_path).path == python
    assert find_interpreter(os.path.basename(sys.executable), tmp_path).path.exists()


@pytest.mark.parametrize("named", ["no-such-python-here", "./none", "/none/python", "empty"])
def test_one_that_does_not_exist_is_refused(tmp_path: Path, named: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoInterpreter, match="name"):
        find_interpreter(named, tmp_path)


def test_the_active_environment_comes_first(tmp_path: Path) -> None:
    active = environment(tmp_path / "active", "torch")
    environment(tmp_path / ".venv", "torch")
    found = find_interpreter(None, tmp_path, {"VIRTUAL_ENV": str(tmp_path / "active")})
    assert (found.path, found.why) == (active, "the active environment")


def test_one_with_a_framework_goes_before_one_without(tmp_path: Path) -> None:
    environment(tmp_path / "active")
    own = environment(tmp_path / ".venv", "keras")
    assert has_framework(own)
    found = find_interpreter(None, tmp_path, {"VIRTUAL_ENV": str(tmp_path / "active")})
    assert (found.path, found.why) == (own, "the project's .venv")


def test_a_folder_that_is_only_called_like_an_environment_is_none(tmp_path: Path) -> None:
    own = environment(tmp_path / "env", "torch")
    (tmp_path / "env" / "pyvenv.cfg").unlink()
    assert find_interpreter(None, tmp_path, {}).path != own
    (tmp_path / "env" / "conda-meta").mkdir()
    assert find_interpreter(None, tmp_path, {}).path == own


def test_there_is_always_one(tmp_path: Path) -> None:
    assert find_interpreter(None, tmp_path, {}).path.exists()
