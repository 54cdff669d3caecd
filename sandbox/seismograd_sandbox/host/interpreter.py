"""What of the machine an interpreter needs to see, to work inside as it does outside."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.programs import is_outside, way_to
from seismograd_sandbox.host.python_files import PythonFiles, read_python
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable
from seismograd_sandbox.host.shown_folders import is_named_in, shown_folders

USER_BASE = "PYTHONUSERBASE"
NO_USER_SITE = "PYTHONNOUSERSITE"
_PRINT_PATH = "import sys; print(sys.executable)"
_ANOTHER = "choose another one with the setting 'python' or --python"


@dataclass(frozen=True)
class Interpreter:
    python: Path
    folders: tuple[Path, ...]
    """Installations, and folders outside of them from which packages are imported."""
    links: tuple[Path, ...]
    """Links on the way from the name of the interpreter to its file."""
    user_base: str = ""
    """Where packages of this user alone lie; empty for an environment, which ignores them."""

    def variables(self) -> dict[str, str]:
        """What leads the interpreter to them from another home."""
        return {USER_BASE: self.user_base} if self.user_base else {}


def inspect_interpreter(python: Path, project: Path) -> Interpreter:
    """By its files alone: it may be a stranger's, and is executed in the sandbox only."""
    if not python.is_file() or not os.access(python, os.X_OK):
        raise SandboxUnusable(_broken(python, "there is no such program"))
    files = read_python(python)
    base = _user_base(files) if files is not None else None
    folders = [*(shown_folders(files, project) if files else ()), *_user_site(files, base)]
    return Interpreter(python, _needed(folders), tuple(_links(python, project)), str(base or ""))


def require_library(python: Path, project: Path) -> None:
    """Behind walls nothing is seen of a script that starts a Python from somewhere else."""
    if is_outside(python, project) and read_python(python) is None:
        reason = "no Python library lies beside it, as for a script that starts another Python"
        remedy = f"set 'python' or --python to what `{python} -c '{_PRINT_PATH}'` prints"
        raise SandboxUnusable(
            Obstacle(f"the interpreter {python} cannot be used: {reason}", remedy)
        )


def sites_of(files: PythonFiles) -> tuple[Path, ...]:
    """All folders of packages that it imports from, those of this user alone first."""
    own = _user_site(files, _user_base(files))
    return (*(site for site in own if site.is_dir()), *files.sites)


def _user_site_in(files: PythonFiles, base: Path) -> Path:
    if sys.platform == "win32":
        return base / "Python{}{}".format(*files.version[:2]) / "site-packages"
    if _is_framework(files):
        return base / "lib" / "python" / "site-packages"
    return base / "lib" / files.name / "site-packages"


def _user_base(files: PythonFiles) -> Path | None:
    """Where Python itself would look, by the user's own variables and home."""
    if not files.shares_base or os.environ.get(NO_USER_SITE):
        return None
    if named := os.environ.get(USER_BASE):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home()), "Python")
    if _is_framework(files):
        return Path.home() / "Library" / "Python" / files.name.removeprefix("python")
    return Path.home() / ".local"


def _is_framework(files: PythonFiles) -> bool:
    return sys.platform == "darwin" and "Python.framework" in files.prefix.parts


def _user_site(files: PythonFiles | None, base: Path | None) -> list[Path]:
    return [_user_site_in(files, base)] if files is not None and base is not None else []


def _needed(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Each place once, and none inside another."""
    shown = {place for place in folders if place.exists()}
    return tuple(sorted(place for place in shown if shown.isdisjoint(place.parents)))


def _links(python: Path, project: Path) -> list[Path]:
    """Those in the project are seen with it."""
    links = (place for place in dict.fromkeys(way_to(python)) if os.path.islink(place))
    return [Path(place) for place in links if not is_named_in(place, project)]


def _broken(python: Path, reason: str) -> Obstacle:
    return Obstacle(f"the interpreter {python} does not work: {reason}", _ANOTHER)
