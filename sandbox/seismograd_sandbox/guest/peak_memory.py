"""The most memory that a run has held, in main memory and on devices."""

from __future__ import annotations

import sys
from typing import Any

from .devices import awake
from .observer import Observer

GROWTH = 1.1
"""An event is worth a tenth more."""


class PeakMemory:
    """Looks now and then; the system and the framework keep the peaks in between."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._peaks: dict[str, int] = {}
        self._written: dict[str, int] = {}

    def begin(self) -> None:
        self._observer.now_and_then.append(self._look_and_write)

    def end(self) -> None:
        self._look()
        self._write()

    def _look_and_write(self) -> None:
        self._look()
        if any(peak > GROWTH * self._written.get(name, 0) for name, peak in self._peaks.items()):
            self._write()

    def _look(self) -> None:
        for name, peak in {"rss": main_memory_peak(), **_device_peaks()}.items():
            if peak is not None:
                self._peaks[name] = max(peak, self._peaks.get(name, 0))

    def _write(self) -> None:
        self._written = dict(self._peaks)
        fields: dict[str, Any] = {"rss_peak_bytes": self._peaks.get("rss")}
        fields["cuda_peak_bytes"] = {
            name: peak for name, peak in self._peaks.items() if name != "rss"
        } or None
        self._observer.trace.record("memory", fields)


def main_memory_peak() -> int | None:
    """Of this process alone; Linux counts what was there before it in its other figure."""
    try:
        with open("/proc/self/status", "rb") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith(b"VmHWM"))
    except (OSError, StopIteration, ValueError):
        return _peak_by_usage()


def _peak_by_usage() -> int | None:
    try:
        import resource  # not on Windows
    except ImportError:
        return None
    peak: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak << 10


def _device_peaks() -> dict[str, int]:
    cuda = awake("cuda")
    if cuda is None:
        return {}
    return {
        str(index): int(cuda.max_memory_allocated(index)) for index in range(cuda.device_count())
    }
