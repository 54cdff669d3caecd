"""Which programs may be executed outside of a sandbox: never one that a project brings along.

Everything that the product starts on the host by name is looked up here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from seismograd_sandbox.untrusted_files import lies_in

ENVIRONMENT_FILE = "pyvenv.cfg"
MOST_LINKS = 40
ENDING = ".exe" if sys.platform == "win32" else ""
PS = "/bin/ps"
"""Where every Unix has it: nothing is looked up for it."""


def find_program(
    name: str, project: Path | None = None, search_path: str | None = None
) -> str | None:
    """The full path of a program on the PATH that may be executed outside of a sandbox.

    Left out are folders that depend on where we are, virtual environments (no program of the
    system lies in one, and a project may bring one along), and all that lies in the project.
    """
    path = os.environ.get("PATH", os.defpath) if search_path is None else search_path
    for folder in path.split(os.pathsep):
        if os.path.isabs(folder) and not _is_environment(folder):
            program = os.path.join(folder, name + ENDING)
            if _can_be_executed(program) and is_outside(program, project):
                return program
    return None


def is_outside(program: str | Path, project: Path | None) -> bool:
    """Whether neither the program, nor any link on the way to its file, lies in the project."""
    return project is None or not any(lies_in(step, project) for step in way_to(program))


def way_to(program: str | Path) -> Iterator[str]:
    """The program under every name that it has, from the given one to its file.

    Folders on the way are named as they really are.
    """
    place = os.path.abspath(program)
    yield place
    for _ in range(MOST_LINKS):
        place = os.path.join(os.path.realpath(os.path.dirname(place)), os.path.basename(place))
        yield place
        if not os.path.islink(place):
            return
        place = os.path.normpath(os.path.join(os.path.dirname(place), os.readlink(place)))


def _is_environment(folder: str) -> bool:
    above = os.path.dirname(folder.rstrip(os.sep))
    return os.path.lexists(os.path.join(above, ENVIRONMENT_FILE))


def _can_be_executed(program: str) -> bool:
    return os.path.isfile(program) and os.access(program, os.X_OK)
