"""A run summed up: its record, and what its trace tells."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.runs.failure import Failure, failure_of
from seismograd.runs.folder import RunFolder
from seismograd.runs.history import load_run
from seismograd.runs.record import RunRecord
from seismograd.runs.told import told_afterwards, trace_trouble
from seismograd.traces import TraceSummary

LONG_S = 10.0
COSTLY_S = 0.5
"""Probes spend at once at the beginning what they earn back later: of a short run the share that
they took means nothing, unless somebody had to wait for them."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    folder: RunFolder
    record: RunRecord
    told: TraceSummary

    @property
    def failure(self) -> Failure | None:
        return failure_of(self.told.exception) if self.told.exception else None

    @property
    def probe_share(self) -> float | None:
        """How much of the time the probes took, where that means something."""
        cost = self.told.overhead
        if cost is None or not cost.share or cost.seconds is None:
            return None
        watched_s = cost.seconds / cost.share
        return cost.share if watched_s >= LONG_S or cost.seconds >= COSTLY_S else None

    @property
    def trace_trouble(self) -> str | None:
        """What is to be known by somebody who opens the trace."""
        return trace_trouble(self.folder, self.record, self.told)

    @property
    def peak_memory_bytes(self) -> int | None:
        """The sandbox sees all processes, the trace only the script's own."""
        seen = (self.record.peak_memory_bytes, self.told.rss_peak_bytes)
        return max((peak for peak in seen if peak), default=None)

    @property
    def cuda_peak_bytes(self) -> int | None:
        return max(self.told.cuda_peak_bytes.values(), default=None)


def summarise_run(folder: RunFolder) -> RunSummary | None:
    """All that is known of a run that is kept; None where there is no record of it."""
    record = load_run(folder)
    return None if record is None else RunSummary(folder, record, told_afterwards(folder, record))
