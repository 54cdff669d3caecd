"""The process crashes below Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.ending import ending_signal, how_it_ended, signal_name
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.observation import Observation
from seismograd_sandbox.host.outcome import Ending

_OTHER_SIGNAL = 0.3
_UNKNOWN_SIGNAL = 0.2
_HIGHEST = 64


@dataclass(frozen=True, slots=True)
class EndsWithSignal(Check):
    name: ClassVar[str] = "ends_with_signal"
    form: ClassVar[str] = "ends_with_signal(11)"
    means: ClassVar[str] = "a signal ends the process, such as 11 for a segmentation fault"
    ends_the_run: ClassVar[bool] = True

    signal: int

    def __post_init__(self) -> None:
        demand(1 <= self.signal <= _HIGHEST, f"no signal has the number {self.signal}")

    def judge(self, observation: Observation) -> Verdict:
        seen = ending_signal(observation)
        if seen == self.signal:
            return passed(f"{signal_name(seen)} ended the process")
        wanted = signal_name(self.signal)
        if seen is not None:
            return failed(f"{signal_name(seen)} ended it, not {wanted}", _OTHER_SIGNAL)
        if observation.ending is Ending.SIGNALLED:
            return failed(f"a signal ended it, but not surely {wanted}", _UNKNOWN_SIGNAL)
        return failed(f"no signal ended the process: {how_it_ended(observation)}", 1.0)
