"""The runs that this server has started and that still go on."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from seismograd.cancellation import Cancellation
from seismograd.reports.script_output import ScriptOutput
from seismograd.runs.execute import execute, first_record
from seismograd.runs.folder import RunFolder
from seismograd.runs.plan import Plan
from seismograd.runs.record import RunRecord
from seismograd.runs.summary import RunSummary
from seismograd.runs.told import FollowedTrace, history_by_trace, told_by_trace
from seismograd.traces import TraceSummary
from seismograd.traces.history import RunHistory
from seismograd.traces.live_symptoms import LiveSymptoms
from seismograd.traces.symptom import Symptom
from seismograd_sandbox.host.sandbox import Stream
from seismograd_sandbox.host.selection import Choice

MOST_TOLD = 16_000_000
"""Characters of output that an editor is told of one run; all of it lies in the run's folder."""
_ENOUGH = "\n[Seismograd: there is more output than is shown here; see the folder of the run]\n"


@dataclass
class LiveRun:
    """One run: carried out in a thread of its own, looked at from others."""

    plan: Plan
    choice: Choice
    folder: RunFolder
    cancel: Cancellation = field(default_factory=Cancellation)
    told: TraceSummary = field(default_factory=TraceSummary)
    epoch: int | None = None
    tells_output: bool = True
    """Whether the client shows what the script prints."""

    def __post_init__(self) -> None:
        self.record = first_record(self.plan, self.folder, self.choice)
        self.output = PendingOutput()
        self._history = RunHistory()
        self._trace = FollowedTrace(self.folder, self._history)
        self._symptoms = LiveSymptoms(self._history)
        self.began = time.time()
        self._lock = threading.Lock()
        self._is_complete = False

    def carry_out(self) -> RunRecord:
        """Until the end; may take hours."""
        self.began = time.time()
        with self._trace:
            ended = execute(
                self.plan,
                self.record,
                self.folder,
                self.choice,
                listen=self.output.put,
                cancel=self.cancel,
            )
        self._look_for_the_last_time()
        self.record = ended
        return ended

    def _look_for_the_last_time(self) -> None:
        """Before anybody hears that it is over: nobody asks again after that."""
        with self._lock:
            self._is_complete = True
            self.told = told_by_trace(self.folder)
            self._symptoms = LiveSymptoms(history_by_trace(self.folder))
            self._symptoms.refresh()

    def look(self) -> TraceSummary:
        """Take in what the trace has told since; for one thread only."""
        with self._lock:
            if not self._is_complete:
                self.told = self._trace.refresh()
                self.epoch = self._trace.epoch
                self._symptoms.refresh()
        return self.told

    @property
    def script(self) -> str:
        """The path of what is run; of a module, its name."""
        entry = self.plan.entry
        return os.path.normpath(entry.root / entry.path)

    @property
    def symptoms(self) -> tuple[Symptom, ...]:
        """What the run shows so far."""
        return self._symptoms.found

    @property
    def summary(self) -> RunSummary:
        return RunSummary(self.folder, self.record, self.told)


class PendingOutput:
    """Output that nobody has been told of yet, joined so that few messages are enough."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pending: list[tuple[Stream, bytes]] = []
        self._printed = {stream: ScriptOutput() for stream in Stream}
        self._told = 0

    def put(self, stream: Stream, piece: bytes) -> None:
        with self._lock:
            self._pending.append((stream, piece))

    def tell(self, send: Callable[[Stream, str], None]) -> None:
        """Send what has come, in order; beyond the limit only that there is more."""
        with self._lock:
            pending, self._pending = self._pending, []
        for stream, text in self._joined(pending):
            if self._told < MOST_TOLD:
                self._told += len(text)
                send(stream, text if self._told < MOST_TOLD else _ENOUGH)

    def _joined(self, pieces: list[tuple[Stream, bytes]]) -> list[tuple[Stream, str]]:
        joined: list[tuple[Stream, str]] = []
        for stream, piece in pieces:
            text = self._printed[stream].text(piece)
            if joined and joined[-1][0] is stream:
                joined[-1] = (stream, joined[-1][1] + text)
            elif text:
                joined.append((stream, text))
        return joined
