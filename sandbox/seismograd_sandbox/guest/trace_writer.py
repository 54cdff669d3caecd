"""Append events to the trace: each line is written at once, so that a crash tears none of them."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Mapping
from typing import Any, Protocol

from .json_lines import encode
from .trace_file import TraceFile

VERSION = 1
RESERVED_BYTES = 1_000_000
"""Kept free for how the run ended."""
DETAILS = "layers"
KEPT_TO_THE_END = frozenset(
    {"alarm", "end", "exception", "memory", "overhead", "phase", "thinned", "thread_exception"}
)
MAX_LINE_BYTES = 900_000


class Sink(Protocol):
    def append(self, line: bytes) -> None: ...
    def close(self) -> None: ...


class TraceWriter:
    """Writes one JSON object a line; never raises, since the run matters more than its trace."""

    def __init__(self, path: str, max_bytes: int, sink: Sink | None = None) -> None:
        """Into the file of that path, unless there is something else to write to."""
        self._file: Sink = TraceFile(path) if sink is None else sink
        self._began = time.perf_counter()
        self._lock = threading.RLock()
        self._owner = os.getpid()
        self._closed = False
        self._written = 0
        self._room = max(max_bytes - RESERVED_BYTES, max_bytes // 2)
        self._last_room = max_bytes
        self._left_out: dict[str, int] = {}
        self._thinned: set[str] = set()
        self._steps_offered = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began

    def record(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Append an event, unless there is no room for events of its kind any more."""
        if self._closed or os.getpid() != self._owner:
            return  # a forked child, say a worker of a data loader: the run is its parent
        with self._lock:
            if self._has_room(kind):
                self._append(kind, fields)
            else:
                self._leave_out(kind)

    def close(self, end: Mapping[str, Any] | None = None) -> None:
        """Write the last event, after which there are no more."""
        for kind in sorted(self._left_out):
            self._tell_thinned(kind)
        if end is not None:
            self.record("end", end)
        if os.getpid() == self._owner:
            self._closed = True
            self._file.close()

    def _leave_out(self, kind: str) -> None:
        self._left_out[kind] = self._left_out.get(kind, 0) + 1
        if kind not in self._thinned and kind not in KEPT_TO_THE_END:
            self._thinned.add(kind)
            self._tell_thinned(kind)

    def _tell_thinned(self, kind: str) -> None:
        self.record("thinned", {"kind_left_out": kind, "count": self._left_out.pop(kind)})

    def _has_room(self, kind: str) -> bool:
        if kind in KEPT_TO_THE_END:
            return self._written < self._last_room
        used = self._written / self._room
        if kind == DETAILS:
            return used < 0.5
        if kind == "step" and used >= 0.5:
            # Half of what is left for every halving of the rate: the room never runs out.
            self._steps_offered += 1
            halvings = int(-math.log2(max(2.0 * (1.0 - used), 1e-9))) + 1
            return self._steps_offered % (1 << min(halvings, 30)) == 0
        return used < 1.0

    def _append(self, kind: str, fields: Mapping[str, Any]) -> None:
        event = {"v": VERSION, "t": round(self.seconds, 6), "kind": kind}
        event.update((name, value) for name, value in fields.items() if value is not None)
        try:
            line = encode(event)
            if len(line) > MAX_LINE_BYTES:
                line = encode({**{k: event[k] for k in ("v", "t", "kind")}, "too_large": len(line)})
            self._file.append(line)
            self._written += len(line)
        except Exception:
            # No space, a file that was taken away, a value that nobody can write down.
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
