"""The user's interpreter: the one they name, or the nearest that has a framework."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from seismograd.runs.shims import NoVersion, behind_shim

FRAMEWORKS = ("torch", "keras", "tensorflow", "jax")
_PROGRAMS = ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe")
_PACKAGES = (
    "lib/python3*/site-packages",
    "lib/python3*/dist-packages",
    "lib/python3/dist-packages",
    "local/lib/python3*/dist-packages",
    "Lib/site-packages",
)


class NoInterpreter(Exception):
    """The interpreter that was named is not there; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    path: Path
    why: str


def find_interpreter(
    named: str | None, root: Path, environment: Mapping[str, str] = os.environ
) -> Interpreter:
    """The one that is named; else the first that has a framework; else the first there is."""
    if named:
        return Interpreter(_named(named, root, environment), "as set")
    candidates = list(_candidates(root, environment))
    with_framework = (found for found in candidates if has_framework(found.path))
    return next(with_framework, candidates[0])


def would_be_found(named: str, root: Path, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this name leads to one of those that are looked at where none is named."""
    try:
        program = _named(named, root, environment)
    except NoInterpreter:
        return False
    return any(_is_same(program, found.path) for found in _candidates(root, environment))


def _is_same(one: Path, other: Path) -> bool:
    """By place and file: links of two environments may lead to one file."""
    return one.parent == other.parent and one.samefile(other)


def has_framework(python: Path) -> bool:
    """Whether a framework is installed for an interpreter; looks at files and runs nothing."""
    folders = package_folders(python)
    return any((folder / name).is_dir() for folder in folders for name in FRAMEWORKS)


def package_folders(python: Path) -> Iterator[Path]:
    """Where the packages of an interpreter lie; those that it shares with others are left out."""
    prefix = python.parent.parent if python.parent.name in ("bin", "Scripts") else python.parent
    for pattern in _PACKAGES:
        yield from prefix.glob(pattern)


def _named(named: str, root: Path, environment: Mapping[str, str]) -> Path:
    """A path (also of an environment's folder), or a program on the PATH."""
    try:
        return behind_shim(_program_named(named, root), root, environment)
    except NoVersion as error:
        raise NoInterpreter(str(error)) from error


def _program_named(named: str, root: Path) -> Path:
    text = os.path.expanduser(named)
    if os.sep not in text and "/" not in text and not (root / text).is_dir():
        found = shutil.which(text)
        if found is None:
            raise NoInterpreter(f"there is no '{named}' on the PATH; name an interpreter by path")
        return Path(found)
    path = Path(os.path.abspath(root / text))
    program = _program_of(path) if path.is_dir() else path
    if program is None:
        raise NoInterpreter(f"{named} is a folder without an interpreter; name one by path")
    if not program.is_file() or not os.access(program, os.X_OK):
        raise NoInterpreter(f"there is no interpreter {named}; name one that exists")
    return program


def _candidates(root: Path, environment: Mapping[str, str]) -> Iterator[Interpreter]:
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        program = _program_of(Path(environment.get(variable) or os.devnull))
        if program:
            yield Interpreter(program, "the active environment")
    for name in (".venv", "venv", "env"):
        program = _program_of(root / name)
        if program and _is_environment(root / name):
            yield Interpreter(program, f"the project's {name}")
    yield Interpreter(Path(sys.executable), "the one that runs Seismograd")
    for name in ("python3", "python"):
        found = shutil.which(name, path=environment.get("PATH"))
        if found:
            with suppress(NoVersion):
                python = behind_shim(Path(found), root, environment)
                yield Interpreter(python, "the first on the PATH")


def _is_environment(folder: Path) -> bool:
    """By what every tool leaves in one: a folder that is only called so is the project's own."""
    return (folder / "pyvenv.cfg").is_file() or (folder / "conda-meta").is_dir()


def _program_of(prefix: Path) -> Path | None:
    return next((prefix / name for name in _PROGRAMS if (prefix / name).is_file()), None)
