"""The folder of a run: `.seismograd/runs/<id>/` in the project, ignored by version control."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from seismograd.own_folder import NAME, own_folder, real_folder

RUNS = "runs"


class NoRunFolder(Exception):
    """The folder cannot be made; the message says what to do."""


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
        partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        partial.write_bytes(content)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        os.replace(partial, path)

    def empty(self, path: Path) -> Path:
        """A new folder in place of whatever lies there."""
        if path.is_symlink() or path.is_file():
            path.unlink()
        elif path.exists():
            shutil.rmtree(path)
        path.mkdir(parents=True)
        return path


def new_run_folder(root: Path) -> RunFolder:
    """A folder for a run of the project that begins now."""
    parent = _runs_folder(root)
    for _ in range(100):
        folder = parent / _new_id()
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise _cannot_be_made(folder, error) from error
        return RunFolder(folder)
    raise NoRunFolder(f"{parent} has no free name left; remove old runs")


def given_run_folder(path: Path) -> RunFolder:
    """The folder that the user named: a new one, or an empty one."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        taken = next(path.iterdir(), None)
    except OSError as error:
        raise _cannot_be_made(path, error) from error
    if taken is not None:
        raise NoRunFolder(f"{path} is not empty; name a new folder")
    return RunFolder(Path(os.path.abspath(path)))


def runs_folder(root: Path) -> Path:
    return root / NAME / RUNS


def _runs_folder(root: Path) -> Path:
    try:
        own_folder(root)
        return real_folder(runs_folder(root))
    except OSError as error:
        folder = Path(error.filename or runs_folder(root))
        if error.errno == errno.ELOOP:
            reason = f"{folder} is a link; remove it, or name a folder with --out"
            raise NoRunFolder(reason) from error
        raise _cannot_be_made(folder, error) from error


def _open_up(path: Path, rights: int) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & rights != rights:
        path.chmod(mode | rights)


def _cannot_be_made(folder: Path, error: OSError) -> NoRunFolder:
    reason = error.strerror or str(error)
    return NoRunFolder(f"{folder} cannot be made ({reason}); name another folder with --out")


def _new_id() -> str:
    """Sorts by time, in any time zone."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
