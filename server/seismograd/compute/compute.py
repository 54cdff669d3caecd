"""The protocol of all places where trials run."""

from __future__ import annotations

from abc import abstractmethod

from seismograd.runs.trial import Trial, TrialResult, Watch
from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.sandbox import SandboxUnusable


class ComputeUnavailable(SandboxUnusable):
    """Trials cannot run there: an error with a remedy, never the outcome of a trial."""


class Compute(Closing):
    """Threads may share it: each of them runs one trial."""

    at_once: int
    """How many trials run side by side; further threads wait."""

    @abstractmethod
    def run(self, trial: Trial, watch: Watch | None = None) -> TrialResult:
        """To its end, or until `watch` stops it. Raises `SandboxUnusable`."""
