"""Projects that bring an interpreter along, which leaves a mark wherever it is executed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

VERSION = "{}.{}".format(*sys.version_info)
LIBRARY = f"lib/python{VERSION}"
BASE = Path(sys.base_prefix, "bin", f"python{VERSION}")


@dataclass(frozen=True)
class Trap:
    """An interpreter of a project, and the file that it writes wherever it is executed."""

    python: Path
    mark: Path

    @property
    def went_off(self) -> bool:
        return self.mark.exists()


def set_program(place: Path, mark: Path) -> Path:
    """A program that leaves its mark and then does what it is asked to as a Python would."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f'#!/bin/sh\nenv > {mark}\nexec {BASE} "$@"\n')
    place.chmod(0o755)
    return place


def _settings(prefix: Path, home: Path, shares: bool = True) -> None:
    (prefix / LIBRARY / "site-packages").mkdir(parents=True, exist_ok=True)
    text = f"home = {home}\ninclude-system-site-packages = {str(shares).lower()}\n"
    (prefix / "pyvenv.cfg").write_text(f"{text}version = {VERSION}\n")


def program_in_environment(project: Path, mark: Path) -> Path:
    _settings(project / ".venv", BASE.parent)
    return set_program(project / ".venv" / "bin" / "python", mark)


def windows_layout(project: Path, mark: Path) -> Path:
    """`python.exe` beside `pyvenv.cfg`, which is no environment by its name elsewhere."""
    _settings(project / ".venv", BASE.parent)
    return set_program(project / ".venv" / "python.exe", mark)


def link_into_the_project(project: Path, mark: Path) -> Path:
    """The base that the environment shares packages with is a program of the project."""
    evil = set_program(project / "tools" / "bin" / f"python{VERSION}", mark)
    _settings(project / ".venv", evil.parent)
    (project / ".venv" / "bin").mkdir()
    (project / ".venv" / "bin" / "python").symlink_to(evil)
    return project / ".venv" / "bin" / "python"


def installation_in_the_project(project: Path, mark: Path) -> Path:
    """With all that an installation has, so that it does not look like an environment."""
    library = project / "tools" / LIBRARY
    (library / "site-packages").mkdir(parents=True)
    (library / "os.py").touch()
    return set_program(project / "tools" / "bin" / "python3", mark)


def single_program(project: Path, mark: Path) -> Path:
    return set_program(project / "tools" / "python", mark)


def code_at_start(project: Path, mark: Path) -> Path:
    """A real interpreter, in an environment whose files run whenever it starts."""
    code = f"open({str(mark)!r}, 'w').write('started')"
    _settings(project / ".venv", BASE.parent, shares=False)
    site = project / ".venv" / LIBRARY / "site-packages"
    (site / "evil.pth").write_text(f"import os; {code}\n")
    (site / "sitecustomize.py").write_text(f"{code}\n")
    (project / ".venv" / "bin").mkdir()
    (project / ".venv" / "bin" / "python").symlink_to(BASE)
    return project / ".venv" / "bin" / "python"


TRAPS: tuple[Callable[[Path, Path], Path], ...] = (
    program_in_environment,
    windows_layout,
    link_into_the_project,
    installation_in_the_project,
    single_program,
    code_at_start,
)


def honest_environment(project: Path) -> Path:
    """As `python -m venv .venv` makes it: links to a Python of the machine."""
    _settings(project / ".venv", BASE.parent, shares=False)
    (project / ".venv" / "bin").mkdir()
    python = project / ".venv" / "bin" / "python"
    python.symlink_to(BASE)
    site = project / ".venv" / LIBRARY / "site-packages"
    (site / "own_package.py").write_text("VALUE = 7\n")
    return python


def keys(home: Path) -> Path:
    """A private folder with a secret."""
    folder = home / ".ssh"
    folder.mkdir(parents=True)
    (folder / "id_rsa").write_text("the key\n")
    (folder / "id_rsa.py").write_text("key = 'the key'\n")
    os.chmod(folder, 0o755)
    return folder
