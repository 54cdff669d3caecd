"""The limit on what a run writes holds wherever and however it writes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.host.limits import MIB, Limits
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.removal import remove_tree
from seismograd_sandbox.host.scratch import PLACE
from seismograd_sandbox.host.selection import sandbox_named
from seismograd_sandbox.host.supervisor import disk_use as measuring
from seismograd_sandbox.host.supervisor.disk_use import disk_use
from seismograd_sandbox.host.workplace import Workplace
from tests import parts

LIMITS = Limits(wall_s=120, memory_bytes=512 * MIB, pids=100, disk_bytes=20 * MIB)
DEEP = """
import os, sys, time
depth, size = int(sys.argv[1]), int(sys.argv[2])
for _ in range(depth):
    os.mkdir("d" * 9)
    os.chdir("d" * 9)
with open("data", "wb") as file:
    for _ in range(size):
        file.write(bytes(1024 * 1024))
time.sleep(2 if size else 0)
print("came through")
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="descriptors of folders")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "filled"
    place.mkdir()
    yield place
    remove_tree(place)


def _nest(folder: Path, depth: int, name: str) -> int:
    """A descriptor of the innermost of nested folders."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=here)
        inner = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    return here


def _fill(folder: int) -> None:
    with open(os.open("data", os.O_CREAT | os.O_WRONLY, dir_fd=folder), "wb") as file:
        file.write(bytes(MIB))
    os.close(folder)


@pytest.mark.parametrize("name", ["process", "bubblewrap"])
@pytest.mark.parametrize(
    ("depth", "size", "ending"),
    [(1000, 40, Ending.DISK_LIMIT), (1000, 0, Ending.EXITED)],
    ids=["too much", "little"],
)
def test_nested_folders_hide_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    depth: int,
    size: int,
    ending: Ending,
) -> None:
    monkeypatch.setenv(PLACE, str(tmp_path / "scratch"))
    project = tmp_path / "project"
    project.mkdir()
    sandbox = sandbox_named(name, project)
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), name)
    outbox = tmp_path / "outbox"
    outbox.mkdir()
    with sandbox.open(Workplace(project, Path(sys.executable), outbox, LIMITS)) as session:
        outcome = session.run([session.python, "-c", DEEP, str(depth), str(size)])
    assert outcome.ending is ending, outcome.stderr.text


def test_files_below_long_paths_are_counted(folder: Path) -> None:
    _fill(_nest(folder, 100, "x" * 200))
    use = disk_use([str(folder)])
    assert use.is_complete
    assert use.bytes >= MIB


def test_what_lies_too_deep_passes_every_limit(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "MOST_DESCRIPTORS", 3)
    os.close(_nest(folder, 100, "x" * 200))
    assert disk_use([str(folder)]).passes(1 << 60)


def test_a_folder_that_is_closed_to_its_owner_passes_every_limit(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever holds a descriptor of a folder below goes on writing there."""
    real = os.open

    def refused(path: str, flags: int, *, dir_fd: int | None = None) -> int:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return real(path, flags, dir_fd=dir_fd)

    (folder / "closed").mkdir()
    monkeypatch.setattr(measuring.os, "open", refused)
    assert disk_use([str(folder)]).passes(1 << 60)


def test_what_goes_meanwhile_passes_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(path: str, flags: int, *, dir_fd: int | None = None) -> int:
        raise FileNotFoundError(2, "No such file or directory", path)

    monkeypatch.setattr(measuring.os, "open", gone)
    assert not disk_use([str(folder)]).passes(0)
