"""What is run: a script or a module, in its project, from where the user stands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from seismograd.near_names import nearest
from seismograd.source.project_root import project_root

MAIN = "__main__.py"
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*\Z")


class NoSuchEntry(Exception):
    """What was named cannot be run; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A script (a path relative to `folder`) or a module (a dotted name), with its arguments."""

    root: Path
    folder: str
    """Where it is started, relative to the root."""
    name: str
    module: bool = False
    arguments: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What the user would call it."""
        return f"-m {self.name}" if self.module else self.path

    @property
    def path(self) -> str:
        """The script relative to the root, with slashes."""
        return Path(os.path.normpath(os.path.join(self.folder, self.name))).as_posix()

    @property
    def file(self) -> Path | None:
        """Where it begins; None for a module that is not in the project."""
        if self.module:
            return file_of_module(self.root / self.folder, self.name)
        path = self.root / self.path
        return path / MAIN if path.is_dir() else path


def file_of_module(folder: Path, name: str) -> Path | None:
    """Of a module that is started in that folder; None where it lies elsewhere."""
    inside = folder / name.replace(".", os.sep)
    return next((p for p in (inside.with_suffix(".py"), inside / MAIN) if p.is_file()), None)


def script_entry(
    name: str, here: Path, arguments: Iterable[str] = (), root: Path | None = None
) -> Entry:
    """The script that somebody who stands `here` means; its project is found if none is given."""
    path = os.path.abspath(os.path.join(here, os.path.expanduser(name)))
    _require_script(name, path)
    root = _narrow(root or Path(project_root(path, str(here))), path)
    folder = _start(root, here)
    inside = os.path.relpath(path, root / folder)
    return Entry(root, folder, inside, arguments=tuple(arguments))


def module_entry(name: str, here: Path, arguments: Iterable[str] = ()) -> Entry:
    """A module by name; whether the interpreter knows it shows when it is run."""
    if not _MODULE.match(name) or name.endswith(".py"):
        hint = f"; for a script leave out -m: {name}" if name.endswith(".py") else ""
        raise NoSuchEntry(f"'{name}' is not the name of a module{hint}")
    main = os.path.join(here, MAIN)
    root = _narrow(Path(project_root(main, str(here))), main)
    return Entry(root, _start(root, here), name, module=True, arguments=tuple(arguments))


def _require_script(name: str, path: str) -> None:
    if os.path.isdir(path):
        if not os.path.isfile(os.path.join(path, MAIN)):
            raise NoSuchEntry(f"{name} is a folder without __main__.py; name the script in it")
    elif not os.path.exists(path):
        raise NoSuchEntry(f"there is no file {name}{_suggestion(path)}")
    elif not os.path.isfile(path):
        raise NoSuchEntry(f"{name} is not a regular file; name a Python script")
    elif path.endswith(".ipynb"):
        raise NoSuchEntry(
            f"{name} is a notebook; make a script of it first: jupyter nbconvert --to script {name}"
        )
    elif not os.access(path, os.R_OK):
        raise NoSuchEntry(f"{name} cannot be read; give yourself the right to read it")


def _suggestion(path: str) -> str:
    folder, name = os.path.split(path)
    try:
        close = nearest(name, tuple(n for n in os.listdir(folder) if n.endswith(".py")))
    except OSError:
        return "; name a script, or a module with -m"
    return f"; did you mean {close}?" if close else "; name a script, or a module with -m"


def _narrow(root: Path, path: str) -> Path:
    """The folder of the whole project: code inside sees nothing else of the user's files."""
    if _is_too_wide(root):
        root = Path(path).parent
    if _is_too_wide(root):
        raise NoSuchEntry(
            f"{path} lies in {root} itself, all of which the run would see; "
            "move it into a folder of its own"
        )
    return root


def _is_too_wide(folder: Path) -> bool:
    return folder == Path.home() or folder == Path(folder.anchor)


def _start(root: Path, here: Path) -> str:
    """Where the user stands, if that is inside of the project; otherwise its root."""
    relative = os.path.relpath(here, root)
    return "." if relative.startswith("..") or os.path.isabs(relative) else relative
