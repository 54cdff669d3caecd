"""What the run cost: time, memory, the probes' own share."""

from __future__ import annotations

from seismograd.traces.events import Memory, Overhead, Phase, Thinned

MAX_NAMES = 100


class ExpenseTally:
    def __init__(self) -> None:
        self.phases: dict[str, float] = {}
        self.rss_peak_bytes: int | None = None
        self.cuda_peak_bytes: dict[str, int] = {}
        self.overhead: Overhead | None = None
        self.thinned: dict[str, int] = {}

    def take_phase(self, event: Phase) -> None:
        name = event.phase
        if name is not None and (name in self.phases or len(self.phases) < MAX_NAMES):
            self.phases[name] = self.phases.get(name, 0.0) + (event.seconds or 0.0)

    def take_memory(self, event: Memory) -> None:
        self.rss_peak_bytes = _peak(self.rss_peak_bytes, event.rss_peak_bytes)
        for device, size in event.cuda_peak_bytes.items():
            if device in self.cuda_peak_bytes or len(self.cuda_peak_bytes) < MAX_NAMES:
                self.cuda_peak_bytes[device] = max(self.cuda_peak_bytes.get(device, 0), size)

    def take_overhead(self, event: Overhead) -> None:
        self.overhead = event

    def take_thinned(self, event: Thinned) -> None:
        name = event.kind_left_out
        if name is not None and (name in self.thinned or len(self.thinned) < MAX_NAMES):
            self.thinned[name] = self.thinned.get(name, 0) + (event.count or 0)


def _peak(known: int | None, value: int | None) -> int | None:
    return known if value is None else max(known or 0, value)
