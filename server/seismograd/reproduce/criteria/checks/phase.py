"""The run got into a phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.seen_failure import failures
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.observation import Observation

PHASES = ("import", "setup", "train", "evaluate", "end")
_TELLING = {
    "train": {"backward", "training_step", "train_step", "fit", "train", "train_one_epoch", "step"},
    "evaluate": {"evaluate", "validation_step", "test_step", "validate", "predict", "eval"},
    "setup": {"__init__", "build", "setup", "configure_optimizers"},
    "import": {"<module>", "import_module"},
}
"""Functions whose names say the phase, where the run was too short for the probes to tell."""
_SOME_PHASE = 0.6


@dataclass(frozen=True, slots=True)
class Phase(Check):
    name: ClassVar[str] = "phase"
    form: ClassVar[str] = 'phase("train")'
    means: ClassVar[str] = "the run was importing, setting up, training or evaluating"

    phase: str

    def __post_init__(self) -> None:
        known = ", ".join(PHASES)
        demand(self.phase in PHASES, f"no phase {self.phase!r}; there are {known}")

    def judge(self, observation: Observation) -> Verdict:
        seen = [name for name, seconds in observation.told.phases.items() if seconds > 0]
        if self.phase in seen or self._is_told_by_functions(observation):
            return passed(f"the run got into the phase {self.phase!r}")
        if seen:
            why = f"the run knew only {', '.join(seen)}, not the phase {self.phase!r}"
            return failed(why, _SOME_PHASE)
        return failed(f"nothing tells that the run got into the phase {self.phase!r}", 1.0)

    def _is_told_by_functions(self, observation: Observation) -> bool:
        entered = {reached.function for reached in observation.reached}
        for failure in failures(observation)[:1]:
            # The first frame is the script's own body, which is a module in any phase.
            entered |= {frame.function for frame in failure.frames[1:]}
        names = {name.rpartition(".")[2] for name in entered}
        return bool(names & _TELLING.get(self.phase, set()))
