"""Which programs may be executed outside of a sandbox: never one that a project brings along.

Everything that the product starts on the host by name is looked up here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from seismograd_sandbox.untrusted_files import is_below, lies_in

ENVIRONMENT_FILE = "pyvenv.cfg"
MOST_LINKS = 40
ENDING = ".exe" if sys.platform == "win32" else ""
PS = "/bin/ps"
"""Where every Unix has it: nothing is looked up for it."""


def find_program(name: str, project: Path, search_path: str | None = None) -> str | None:
    """The full path of a program on the PATH that may be executed outside of a sandbox.

    Left out are folders that depend on where we are, virtual environments (no program of the
    system lies in one, and a project may bring one along), and all that lies in the project or
    in the repository around it.
    """
    strange = (project, *_repository_around(project))
    path = os.environ.get("PATH", os.defpath) if search_path is None else search_path
    for folder in path.split(os.pathsep):
        if os.path.isabs(folder) and not _is_environment(folder):
            program = os.path.join(folder, name + ENDING)
            if _can_be_executed(program) and all(is_outside(program, each) for each in strange):
                return program
    return None


def _repository_around(project: Path) -> Iterator[Path]:
    """Not one that holds the user's home: many people have their settings in a repository."""
    home = os.path.realpath(Path.home())
    real = Path(os.path.realpath(project))
    around = (folder for folder in real.parents if os.path.lexists(folder / ".git"))
    yield from (folder for folder in around if not is_below(home, str(folder)))


def is_outside(program: str | Path, project: Path) -> bool:
    """Whether neither the program, nor any link on the way to its file, lies in the project."""
    real = os.path.realpath(project)
    passes = any(is_below(step, real) for step in _every_step(program))
    return not passes and not lies_in(program, project)


def _every_step(program: str | Path) -> Iterator[str]:
    """Every folder and link on the way, one link of one folder after the other."""
    place, links = "", 0
    names = list(Path(os.path.abspath(program)).parts)
    while names and links <= MOST_LINKS:
        place = os.path.normpath(os.path.join(place, names.pop(0)))
        yield place
        if os.path.islink(place):
            links += 1
            names[:0] = Path(os.readlink(place)).parts
            place = os.path.dirname(place)


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
