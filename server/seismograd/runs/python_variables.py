"""What an interpreter is told by variables: PYTHONPATH as seen inside, the order of sets, ..."""

from __future__ import annotations

import os
import posixpath
import tempfile
from collections.abc import Iterator
from pathlib import Path

from seismograd.runs.plan import Plan

PYTHON_PATH = "PYTHONPATH"
HASH_SEED = "PYTHONHASHSEED"
_OF_THE_SYSTEM = ("/dev", "/proc", "/run", "/sys")
_PRIVATE = (*_OF_THE_SYSTEM, "/etc", "/tmp")


def interpreter_variables(plan: Plan, project: str) -> dict[str, str]:
    """For an interpreter that sees the project at `project`; what the user asked for wins."""
    variables = {}
    path = _python_path(plan)
    if path:
        separator = ":" if project.startswith("/") else ";"
        folders = (_as_seen(folder, plan.entry.root, project) for folder in _folders(path, plan))
        variables[PYTHON_PATH] = separator.join(folders)
    if plan.seed is not None and HASH_SEED not in plan.environment:
        variables[HASH_SEED] = str(plan.seed)
    return variables


def folders_outside(plan: Plan) -> tuple[Path, ...]:
    """Those of PYTHONPATH that a run has to be shown, each once; none that shows too much."""
    folders = _folders(_python_path(plan) or "", plan)
    outside = (folder for folder in folders if _below(folder, plan.entry.root) is None)
    return tuple(dict.fromkeys(folder for folder in outside if _may_be_shown(folder)))


def _python_path(plan: Plan) -> str | None:
    return plan.environment.get(PYTHON_PATH, plan.python_path)


def _folders(path: str, plan: Plan) -> Iterator[Path]:
    """Relative ones are meant from where the script starts; so is an empty one."""
    start = plan.entry.root / plan.entry.folder
    for entry in path.split(os.pathsep) if path else ():
        yield Path(os.path.abspath(start / entry))


def _as_seen(folder: Path, root: Path, project: str) -> str:
    below = _below(folder, root)
    if below is not None:
        return posixpath.join(project, *below.parts)
    return _in_container(folder) if os.name == "nt" and project.startswith("/") else str(folder)


def _in_container(folder: Path) -> str:
    from seismograd_sandbox.host.docker_engine.inside_paths import inside

    return str(inside(folder))


def _below(folder: Path, root: Path) -> Path | None:
    """The way from the root, by names as they are or as they really are."""
    for place, above in ((folder, root), (folder.resolve(), root.resolve())):
        if place.is_relative_to(above):
            return place.relative_to(above)
    return None


def _may_be_shown(folder: Path) -> bool:
    """Not a home or a part of the system as a whole: a run has its own in their place."""
    if not folder.exists():
        return False
    private = [Path.home(), Path(tempfile.gettempdir()), *map(Path, _PRIVATE)]
    places = {folder, folder.resolve()}
    holds = any(own.is_relative_to(place) for own in private for place in places)
    within = any(place.is_relative_to(own) for own in _OF_THE_SYSTEM for place in places)
    return not holds and not within
