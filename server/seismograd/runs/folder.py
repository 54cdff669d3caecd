"""The folder of a run: `.seismograd/runs/<id>/` in the project, ignored by version control."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from seismograd.own_folder import NAME, NoFolder, new_folder, no_folder
from seismograd_sandbox.untrusted_writes import make_folder, make_way, replace_file

RUNS = "runs"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The code that was run may have put anything here: nothing in it is followed or trusted."""

    path: Path

    @property
    def id(self) -> str:
        return self.path.name

    @property
    def trace(self) -> Path:
        return self.path / "trace.jsonl"

    @property
    def record(self) -> Path:
        return self.path / "run.json"

    @property
    def fatal(self) -> Path:
        """Where the runner leaves the stack of a crash."""
        return self.path / "trace.jsonl.fatal"

    @property
    def files(self) -> Path:
        """Copies of what the script wrote into its project."""
        return self.path / "files"

    def stream(self, name: str) -> Path:
        return self.path / f"{name}.txt"

    def reclaim(self) -> None:
        """After code had it: a folder again, not what was put in its place, and open to us."""
        if self.path.is_symlink() or (self.path.exists() and not self.path.is_dir()):
            self.path.unlink()
        self.path.mkdir(parents=True, exist_ok=True)
        _open_up(self.path, stat.S_IRWXU)
        if self.trace.is_file() and not self.trace.is_symlink():
            _open_up(self.trace, stat.S_IRUSR | stat.S_IWUSR)

    def place(self, path: Path, content: bytes) -> None:
        """Write a file whole or not at all, never through a link that lies in its place."""
        make_folder(path.parent, within=self.path)
        make_way(path, within=self.path)
        replace_file(path, content, within=self.path)

    def empty(self, path: Path) -> Path:
        """A new folder in place of whatever lies there."""
        make_way(path, within=self.path)
        path.unlink(missing_ok=True)
        make_folder(path, within=self.path)
        return path


def new_run_folder(root: Path) -> RunFolder:
    """A folder for a run of the project that begins now; raises `NoFolder`."""
    return RunFolder(new_folder(root, RUNS))


def given_run_folder(path: Path, root: Path) -> RunFolder:
    """The folder that the user named: a new one, or an empty one; raises `NoFolder`."""
    try:
        make_folder(path, within=root)
        taken = next(path.iterdir(), None)
    except OSError as error:
        raise no_folder(Path(error.filename or path), error) from error
    if taken is not None:
        raise NoFolder(f"{path} is not empty")
    return RunFolder(Path(os.path.abspath(path)))


def runs_folder(root: Path) -> Path:
    return root / NAME / RUNS


def _open_up(path: Path, rights: int) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & rights != rights:
        path.chmod(mode | rights)
