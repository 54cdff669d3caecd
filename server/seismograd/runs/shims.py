"""Interpreters behind the shims of pyenv, asdf and mise, found by files: no shim is executed.

A sandbox sees the interpreter and its library, not the version manager that a shim would ask.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.untrusted_files import read_regular_file

SHIMS = "shims"
SYSTEM = "system"
MOST_BYTES = 10_000
MOST_NAMED = 3
_ENVIRONMENT = "pyvenv.cfg"


class NoVersion(Exception):
    """A shim that leads to no interpreter; the message says what to set."""


@dataclass(frozen=True, slots=True)
class Manager:
    name: str
    root_variable: str
    usual_root: str
    """Below the home folder."""
    versions: str
    """Below the root: a folder for each installed version."""
    variable: str
    """Chooses the version, before all files."""
    file: str
    """Chooses it for a folder and all below."""
    own_file: str
    """Chooses it for the user."""
    language: str = ""
    """The first word of lines that count; empty where all of them do."""

    def root(self, environment: Mapping[str, str]) -> Path:
        return Path(environment.get(self.root_variable) or Path.home() / self.usual_root)

    def users_choice(self, root: Path) -> Path:
        """A file for several languages lies in the home folder."""
        return (Path.home() if self.language else root) / self.own_file


MANAGERS = (
    Manager(
        *("pyenv", "PYENV_ROOT", ".pyenv", "versions"),
        *("PYENV_VERSION", ".python-version", "version"),
    ),
    Manager(
        *("asdf", "ASDF_DATA_DIR", ".asdf", "installs/python"),
        *("ASDF_PYTHON_VERSION", ".tool-versions", ".tool-versions", "python"),
    ),
    Manager(
        *("mise", "MISE_DATA_DIR", ".local/share/mise", "installs/python"),
        *("MISE_PYTHON_VERSION", ".tool-versions", ".tool-versions", "python"),
    ),
)


@dataclass(frozen=True, slots=True)
class _Wanted:
    versions: list[str]
    source: str
    by_project: bool = False
    """A project may choose a version, but no environment: it would see what is installed there."""


def behind_shim(program: Path, project: Path, environment: Mapping[str, str]) -> Path:
    """The interpreter that a shim stands for; any other program as it is. Raises `NoVersion`."""
    for manager in MANAGERS:
        root = manager.root(environment)
        if os.path.realpath(program.parent) == os.path.realpath(root / SHIMS):
            return _Shim(program, manager, root, environment).interpreter(project)
    return program


@dataclass(frozen=True, slots=True)
class _Shim:
    program: Path
    manager: Manager
    root: Path
    environment: Mapping[str, str]

    def interpreter(self, project: Path) -> Path:
        wanted = next(self._choices(project), None)
        if wanted is None:
            raise self._unresolved("no version is chosen")
        for version in wanted.versions:
            if (found := self._installed(version, wanted.by_project)) is not None:
                return found
        names = ", ".join(wanted.versions)
        kind = "installed version" if wanted.by_project else "installed version or environment"
        raise self._unresolved(f"{wanted.source} names {names}, which is no {kind}")

    def _choices(self, project: Path) -> Iterator[_Wanted]:
        """Those that name something, the strongest first."""
        named = self.environment.get(self.manager.variable, "").replace(":", " ").split()
        if named:
            yield _Wanted(named, self.manager.variable)
        home = Path.home()
        for folder in (project, *project.parents):
            if named := self._named_in(folder / self.manager.file):
                yield _Wanted(named, str(folder / self.manager.file), by_project=folder != home)
        own = self.manager.users_choice(self.root)
        if named := self._named_in(own):
            yield _Wanted(named, str(own))

    def _named_in(self, file: Path) -> list[str]:
        try:
            text = read_regular_file(file, MOST_BYTES, within=file.parent)
        except OSError:
            return []
        lines = (
            line.partition("#")[0].split() for line in text.decode("utf-8", "replace").split("\n")
        )
        if not self.manager.language:
            return [word for words in lines for word in words]
        return next((words[1:] for words in lines if words[:1] == [self.manager.language]), [])

    def _installed(self, version: str, by_project: bool) -> Path | None:
        """Of an exact name, or of the newest that begins so: `3.11` is `3.11.9`."""
        if version == SYSTEM:
            return self._of_the_system()
        names = [name for name in self._versions() if name == version]
        names += [name for name in self._versions() if name.startswith(f"{version}.")]
        for name in names:
            folder = self.root / self.manager.versions / name
            if not (by_project and os.path.lexists(folder / _ENVIRONMENT)):
                return _python_in(folder, self.program.name)
        return None

    def _of_the_system(self) -> Path | None:
        shims = os.path.realpath(self.root / SHIMS)
        folders = self.environment.get("PATH", os.defpath).split(os.pathsep)
        others = [folder for folder in folders if folder and os.path.realpath(folder) != shims]
        found = shutil.which(self.program.name, path=os.pathsep.join(others))
        return Path(found) if found else None

    def _versions(self) -> list[str]:
        """The newest first."""
        try:
            names = os.listdir(self.root / self.manager.versions)
        except OSError:
            return []
        return sorted(names, key=lambda name: [*map(int, re.findall(r"\d+", name))], reverse=True)

    def _unresolved(self, reason: str) -> NoVersion:
        folder = self.root / self.manager.versions
        found = (_python_in(folder / name, self.program.name) for name in self._versions())
        examples = [str(place) for place in found if place is not None][:MOST_NAMED]
        hint = f", such as {' or '.join(examples)}" if examples else ""
        return NoVersion(
            f"{self.program} is a shim of {self.manager.name}, and {reason}; "
            f"set 'python' or --python to the interpreter itself{hint}"
        )


def _python_in(folder: Path, name: str) -> Path | None:
    places = (folder / "bin" / each for each in (name, "python3", "python"))
    return next((place for place in places if os.access(place, os.X_OK)), None)
