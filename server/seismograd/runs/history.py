"""This user's runs of a project, newest first, and how many of them are kept.

Runs that came with the project are not listed, not counted and not removed.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from seismograd.runs.folder import RunFolder, runs_folder
from seismograd.runs.record import RunRecord, read_own_record, read_record
from seismograd.runs.state import RunState

KEPT_RUNS = 50
KEPT_BYTES = 5_000_000_000
BLOCK = 512
_ID = re.compile(r"[\w-]{1,64}\Z", re.ASCII)
_UNWATCHED = "Whoever watched this run ended before it did."


def find_run(root: Path, run_id: str) -> RunFolder | None:
    """The folder of a run by its id; names that lead elsewhere are no ids."""
    folder = RunFolder(runs_folder(root) / run_id)
    is_id = _ID.match(run_id) and _has_real_folder(root) and _is_real_folder(folder.path)
    return folder if is_id and read_own_record(folder, root) is not None else None


def list_runs(root: Path, most: int = KEPT_RUNS) -> list[tuple[RunFolder, RunRecord]]:
    """The newest runs that have a record."""
    return list(islice(_own_runs(root), most))


def load_run(folder: RunFolder) -> RunRecord | None:
    """The record of a run; one that nobody watches any more was interrupted."""
    record = read_record(folder)
    return None if record is None else _as_it_is_now(record)


def _as_it_is_now(record: RunRecord) -> RunRecord:
    if record.state.is_over or (record.owner and record.owner.is_alive()):
        return record
    return replace(record, state=RunState.INTERRUPTED, sentence=_UNWATCHED)


def prune(root: Path, runs: int = KEPT_RUNS, total_bytes: int = KEPT_BYTES) -> list[str]:
    """Remove the oldest runs beyond the limits, never one that goes on; says which."""
    removed: list[str] = []
    taken = 0
    for number, (folder, record) in enumerate(_own_runs(root)):
        taken += _size(folder.path)
        is_beyond = number >= runs or (number > 0 and taken > total_bytes)
        if is_beyond and record.state.is_over:
            shutil.rmtree(folder.path, ignore_errors=True)
            removed.append(folder.id)
    return removed


def _own_runs(root: Path) -> Iterator[tuple[RunFolder, RunRecord]]:
    for folder in _folders(root):
        record = read_own_record(folder, root)
        if record is not None:
            yield folder, _as_it_is_now(record)


def _folders(root: Path) -> Iterator[RunFolder]:
    parent = runs_folder(root)
    if not _has_real_folder(root):
        return
    try:
        names = sorted(os.listdir(parent), reverse=True)
    except OSError:
        return
    folders = (parent / name for name in names if _ID.match(name))
    yield from (RunFolder(folder) for folder in folders if _is_real_folder(folder))


def _has_real_folder(root: Path) -> bool:
    """A link could lead anywhere."""
    parent = runs_folder(root)
    return _is_real_folder(parent) and _is_real_folder(parent.parent)


def _is_real_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _size(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += _taken(os.lstat(os.path.join(parent, name)))
            except OSError:
                continue
    return total


def _taken(found: os.stat_result) -> int:
    """On the disk: files can be made to look larger than it is."""
    return min(found.st_size, getattr(found, "st_blocks", found.st_size) * BLOCK)
