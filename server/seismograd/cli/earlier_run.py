"""A run that is named instead of a script: by its id, its folder or its trace."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from seismograd.cli.trouble import UsageError, say
from seismograd.localise.kept_diagnosis import began_at
from seismograd.runs.folder import RunFolder
from seismograd.runs.history import find_run, list_runs
from seismograd.runs.summary import RunSummary, summarise_run
from seismograd.source.project_root import project_root
from seismograd.traces.history import RunHistory
from seismograd.traces.mentioned_files import mentioned_files

_ID = re.compile(r"\d{8}-\d{6}-[0-9a-f]{4}\Z")


def earlier_run(name: str) -> RunSummary | None:
    """None where a script is meant; raises `UsageError` for a run that is not there."""
    here = os.getcwd()
    root = Path(project_root(os.path.join(here, "train.py"), here))
    folder = _named_folder(name) or find_run(root, name)
    summary = summarise_run(folder) if folder else None
    if summary is not None:
        return _where_it_is_now(summary, root)
    if folder is not None or (_ID.match(name) and not os.path.exists(name)):
        raise UsageError(f"there is no run {name} of this project that can be read{_newest(root)}")
    return None


def tell_changed_files(summary: RunSummary, history: RunHistory) -> None:
    """Lines of a run are those of the source that it ran."""
    root, began = Path(summary.record.root), began_at(summary.record)
    files = mentioned_files(history) | {summary.record.entry}
    changed = sorted(file for file in files if _modified_at(root / file) > began)
    if changed:
        names = ", ".join(changed)
        say(f"changed since this run: {names}; lines may have moved, diagnose the script again")


def _named_folder(name: str) -> RunFolder | None:
    """Of a folder that holds a record, or of the trace in it."""
    path = Path(name).absolute()
    folder = RunFolder(path.parent if path.is_file() else path)
    is_meant = path in (folder.path, folder.trace)
    return folder if is_meant and folder.record.is_file() else None


def _where_it_is_now(summary: RunSummary, root: Path) -> RunSummary:
    """A project may have been moved since."""
    if Path(summary.record.root).is_dir():
        return summary
    return replace(summary, record=replace(summary.record, root=str(root)))


def _newest(root: Path) -> str:
    runs = list_runs(root, 1)
    return f"; the newest is {runs[0][0].id}" if runs else ""


def _modified_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
