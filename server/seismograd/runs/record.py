"""`run.json`: what was run and how it ended. Read back, it is as little trusted as a trace."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from seismograd.runs.folder import RunFolder
from seismograd.runs.state import RunState
from seismograd.signed_files import read_signed, signature_of, write_signed
from seismograd.traces import plain
from seismograd.traces.tolerant import record as tolerant_record
from seismograd_sandbox.host.owner import Owner
from seismograd_sandbox.untrusted_files import read_without_links
from seismograd_sandbox.untrusted_writes import make_way

VERSION = 1
MOST_BYTES = 4_000_000


def _state(value: object) -> RunState | None:
    return next((state for state in RunState if state.value == value), None)


def _owner(value: object) -> Owner | None:
    match value:
        case {"pid": int() as pid, "started": str() as started} if 0 < pid < 2**31:
            return Owner(pid, started)
    return None


@dataclass(frozen=True)
class RunRecord:
    """Everything about a run that its trace does not tell, and the last word of that."""

    id: str = ""
    entry: str = "?"
    module: bool = False
    arguments: tuple[str, ...] = ()
    root: str = ""
    folder: str = "."
    python: str = ""
    python_why: str = ""
    sandbox: str = ""
    sandbox_why: str = ""
    gpu: bool = False
    seed: int | None = None
    started: str = ""
    seconds: float | None = None
    state: RunState = field(default=RunState.RUNNING, metadata={"reading": _state})
    sentence: str = ""
    exit_code: int | None = None
    signal: int | None = None
    steps: int = 0
    loss: float | None = None
    """The last one."""
    peak_memory_bytes: int | None = None
    stdout_dropped: int = 0
    stderr_dropped: int = 0
    written: tuple[str, ...] = ()
    """Files of the project that the run made or changed, relative to its root."""
    kept: int = 0
    """How many of those were copied into the run's folder."""
    trace_digest: str = ""
    """Of the trace as it was when the run ended; none for a run that goes on."""
    owner: Owner | None = field(default=None, metadata={"reading": _owner})
    """The process that watches the run."""

    @property
    def title(self) -> str:
        return " ".join([f"-m {self.entry}" if self.module else self.entry, *self.arguments])

    def as_dict(self) -> dict[str, Any]:
        values = {part.name: plain(getattr(self, part.name)) for part in fields(self)}
        return {"version": VERSION, **values}


def write_record(folder: RunFolder, record: RunRecord) -> None:
    content = json.dumps(record.as_dict(), indent=2).encode()
    for file in (folder.record, signature_of(folder.record)):
        make_way(file, within=folder.path)
    write_signed(folder.record, content, Path(record.root))


def read_own_record(folder: RunFolder, root: Path) -> RunRecord | None:
    """The record of a run of this user; None for one that came with the project."""
    content = read_signed(folder.record, MOST_BYTES, root)
    return None if content is None else _parsed(folder, content)


def read_record(folder: RunFolder) -> RunRecord | None:
    """The record of a run that the user named, or None where there is none that can be read."""
    try:
        return _parsed(folder, read_without_links(folder.record, MOST_BYTES))
    except OSError:
        return None


def _parsed(folder: RunFolder, content: bytes) -> RunRecord | None:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("version") != VERSION:
        return None
    return replace(tolerant_record(RunRecord, found), id=folder.id)
