"""The run wants more memory than there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, failed, passed, shortened
from seismograd.reproduce.criteria.checks.ending import how_it_ended
from seismograd.reproduce.criteria.checks.seen_failure import failures
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.criteria.matching.tolerant_text import says
from seismograd.reproduce.observation import Observation
from seismograd_sandbox.host.outcome import Ending

_SAYS_SO = "out of memory|can't allocate memory|unable to allocate|not enough memory"


@dataclass(frozen=True, slots=True)
class RunsOutOfMemory(Check):
    name: ClassVar[str] = "runs_out_of_memory"
    form: ClassVar[str] = "runs_out_of_memory()"
    means: ClassVar[str] = "memory runs out, on the device or on the machine"
    ends_the_run: ClassVar[bool] = True

    def judge(self, observation: Observation) -> Verdict:
        if observation.ending is Ending.MEMORY_LIMIT:
            return passed(how_it_ended(observation))
        for failure in failures(observation):
            named = failure.type.endswith(("OutOfMemoryError", "MemoryError"))
            if named or says(failure.message, _SAYS_SO):
                return passed(f"raised {shortened(str(failure))}")
        return failed(f"memory did not run out: {how_it_ended(observation)}", 1.0)
