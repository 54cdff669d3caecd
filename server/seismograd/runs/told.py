"""What the trace of a run tells: followed while it goes on, read whole afterwards."""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import closing
from types import TracebackType
from typing import Self

from seismograd.runs.folder import RunFolder
from seismograd.runs.output_text import output_text
from seismograd.runs.record import RunRecord
from seismograd.traces import Summariser, TraceReader, TraceSummary, TraceUnreadable, summarise
from seismograd.traces.events import Epoch, Step
from seismograd.traces.history import RunHistory, read_history
from seismograd.traces.parsing import Unread
from seismograd.traces.printed_metrics import printed_metrics
from seismograd.traces.trace_file import TraceFile
from seismograd_sandbox.untrusted_files import read_without_links

MOST_BYTES = 128_000_000
"""Twice what the runner writes: what comes behind was put there to keep us busy."""
MOST_OUTPUT = 16_000_000


class FollowedTrace:
    """Reads on whenever it is asked; a trace that is missing or something else tells nothing."""

    def __init__(self, folder: RunFolder, history: RunHistory | None = None) -> None:
        """A history takes in the events as well, for whoever wants more than a summary."""
        self._history = history
        self._reader = TraceReader(folder.trace, MOST_BYTES)
        self._summariser = Summariser()
        self.epoch: int | None = None
        """The latest that the run has told of."""

    def refresh(self) -> TraceSummary:
        """Take in what has come since, and sum up."""
        try:
            for event in self._reader.new():
                self._summariser.take(event)
                if self._history is not None:
                    self._history.take(event)
                if isinstance(event, Step | Epoch) and event.epoch is not None:
                    self.epoch = max(event.epoch, self.epoch or 0)
        except (OSError, TraceUnreadable):
            return self._summariser.summary()
        return self._summariser.summary()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._reader.close()


def told_by_trace(folder: RunFolder) -> TraceSummary:
    """All that the trace of a run tells; nothing where there is none that can be read."""
    try:
        return summarise(folder.trace, MOST_BYTES)
    except (OSError, TraceUnreadable):
        return TraceSummary()


def history_by_trace(folder: RunFolder) -> RunHistory:
    """The course of a run; empty where there is no trace that can be read."""
    try:
        history = read_history(folder.trace, MOST_BYTES)
    except (OSError, TraceUnreadable):
        return RunHistory()
    history.printed = printed_metrics(_output(folder))
    return history


def _output(folder: RunFolder) -> str:
    """What the script printed and logged; nothing where it was not kept."""
    return output_text(_stream(folder, "stdout"), _stream(folder, "stderr"))


def _stream(folder: RunFolder, name: str) -> bytes:
    try:
        return read_without_links(folder.stream(name), MOST_OUTPUT)
    except OSError:
        return b""


def told_afterwards(folder: RunFolder, record: RunRecord) -> TraceSummary:
    """As `told_by_trace`; nothing where somebody changed the trace since the run ended."""
    return TraceSummary() if _was_changed(folder, record) else told_by_trace(folder)


def trace_digest(folder: RunFolder) -> str:
    """What tells a trace from another one, as far as they are read; none where there is none."""
    found = hashlib.sha256()
    left = MOST_BYTES
    with closing(TraceFile(folder.trace)) as file:
        try:
            file.open()
        except (OSError, TraceUnreadable):
            return ""
        while chunk := file.read(left):
            found.update(chunk)
            left -= len(chunk)
    return found.hexdigest()


def _was_changed(folder: RunFolder, record: RunRecord) -> bool:
    return bool(record.trace_digest) and record.trace_digest != trace_digest(folder)


def trace_trouble(folder: RunFolder, record: RunRecord, told: TraceSummary) -> str | None:
    """Why a trace tells nothing, or what in it does not count; None where all is well."""
    if not told.events and _was_changed(folder, record):
        return "changed since the run ended, and not read"
    if told.trace_bytes >= MOST_BYTES:
        return f"larger than any that the runner writes, and read up to {MOST_BYTES:,} bytes"
    foreign = sum(told.skipped.values())
    if told.events:
        return f"{foreign:,} lines in it are not ours and were passed over" if foreign else None
    try:
        return _what_lies_there(os.lstat(folder.trace).st_mode, told)
    except OSError:
        return "none: the script had not begun, or removed it"


def _what_lies_there(mode: int, told: TraceSummary) -> str:
    if stat.S_ISREG(mode) and told.skipped.get(Unread.OTHER_VERSION.value):
        return "none: another version of Seismograd wrote it; run the script again"
    if stat.S_ISREG(mode):
        return "none: the file holds no event that can be read"
    kinds = {stat.S_IFLNK: "a link", stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe"}
    return f"none: the script put {kinds.get(stat.S_IFMT(mode), 'something else')} in its place"
