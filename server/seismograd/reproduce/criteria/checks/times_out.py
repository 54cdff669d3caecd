"""The run does not come to an end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, failed, passed
from seismograd.reproduce.criteria.checks.ending import how_it_ended
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.observation import Observation
from seismograd_sandbox.host.outcome import Ending


@dataclass(frozen=True, slots=True)
class TimesOut(Check):
    name: ClassVar[str] = "times_out"
    form: ClassVar[str] = "times_out()"
    means: ClassVar[str] = "the run is still going on when its time is over"
    ends_the_run: ClassVar[bool] = True

    def judge(self, observation: Observation) -> Verdict:
        if observation.ending in (Ending.WALL_LIMIT, Ending.CPU_LIMIT):
            return passed(f"after {observation.seconds:.0f} s {how_it_ended(observation)}")
        return failed(f"after {observation.seconds:.1f} s {how_it_ended(observation)}", 1.0)
