"""Append events to the trace: each line is written at once, so that a crash tears none of them."""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections.abc import Mapping
from typing import Any

VERSION = 1
RESERVED_BYTES = 1_000_000
"""Kept free for how the run ended."""
DETAILS = "layers"
KEPT_TO_THE_END = frozenset({"exception", "end", "memory", "overhead", "thinned", "alarm"})
MAX_LINE_BYTES = 900_000


class TraceWriter:
    """Writes one JSON object a line; never raises, since the run matters more than its trace."""

    def __init__(self, path: str, max_bytes: int) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
        self._file = os.open(path, flags, 0o644)
        self._began = time.perf_counter()
        self._lock = threading.RLock()
        self._owner = os.getpid()
        self._written = 0
        self._room = max(max_bytes - RESERVED_BYTES, max_bytes // 2)
        self._last_room = max_bytes
        self._left_out: dict[str, int] = {}
        self._steps_offered = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began

    def record(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Append an event, unless there is no room for events of its kind any more."""
        if os.getpid() != self._owner:
            return  # a forked child, say a worker of a data loader: the run is its parent
        with self._lock:
            if self._has_room(kind):
                self._append(kind, fields)
            else:
                self._left_out[kind] = self._left_out.get(kind, 0) + 1

    def close(self) -> None:
        for kind, count in sorted(self._left_out.items()):
            self.record("thinned", {"kind_left_out": kind, "count": count})
        self._left_out.clear()

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
            os.write(self._file, line)
            self._written += len(line)
        except (OSError, ValueError, TypeError, RecursionError):
            # No space, a file that was taken away, a value that nobody can write down.
            self._left_out[kind] = self._left_out.get(kind, 0) + 1


def encode(event: Mapping[str, Any]) -> bytes:
    try:
        text = json.dumps(event, separators=(",", ":"), allow_nan=False, default=str)
    except ValueError:
        text = json.dumps(_finite(event), separators=(",", ":"), allow_nan=False, default=str)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _finite(value: Any) -> Any:
    """The same with strings for the numbers that JSON does not have."""
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, Mapping):
        return {str(key): _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value
