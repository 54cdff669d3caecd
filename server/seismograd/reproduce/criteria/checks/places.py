"""Checks of where a run came: where the exception was raised, what was reached, which phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.endings import how_it_ended
from seismograd.reproduce.criteria.checks.seen_failure import SeenFrame, failures, inner_failures
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.criteria.matching.names import same_file
from seismograd.reproduce.observation import Observation

_OTHER_FRAME = 0.3
_RIGHT_FUNCTION_ELSEWHERE = 0.5
_REACHED_WITHOUT = 0.4
_REACHED_FILE = 0.6
_NOTHING = 1.0


@dataclass(frozen=True, slots=True)
class RaisedIn(Check):
    name: ClassVar[str] = "raised_in"
    form: ClassVar[str] = 'raised_in("model.py", function="forward")'
    means: ClassVar[str] = (
        "the traceback, or that of an exception it came from, has a frame of that file, and of "
        "that function if one is named"
    )

    file: str
    function: str | None = None

    def __post_init__(self) -> None:
        demand(bool(self.file.strip()), "raised_in() wants the path of a file")

    def judge(self, observation: Observation) -> Verdict:
        seen = [*failures(observation)[:1], *inner_failures(observation)]
        frames = [frame for failure in reversed(seen) for frame in failure.frames]
        if any(self._is_there(frame.file, frame.function) for frame in frames):
            return passed(f"the exception came through {self._place}")
        near = self._near_frame(frames)
        return near if near else self._not_raised_there(observation, frames)

    def _near_frame(self, frames: list[SeenFrame]) -> Verdict | None:
        in_file = [frame.function for frame in frames if same_file(frame.file, self.file)]
        if in_file:
            return failed(f"raised in {self.file}, but in {in_file[-1]}()", _OTHER_FRAME)
        elsewhere = [f.file for f in frames if self.function and self._is_function(f.function)]
        if elsewhere:
            why = f"raised in {self.function}() of {elsewhere[-1]}, not of {self.file}"
            return failed(why, _RIGHT_FUNCTION_ELSEWHERE)
        return None

    def _not_raised_there(self, observation: Observation, frames: list[SeenFrame]) -> Verdict:
        seen = f"raised in {frames[-1].file}" if frames else how_it_ended(observation)
        reached = [r for r in observation.reached if same_file(r.file, self.file)]
        if any(self._is_function(one.function) for one in reached):
            return failed(f"{self._place} was entered, but {seen}", _REACHED_WITHOUT)
        if reached:
            why = f"{self.file} was entered at {reached[-1].function}(), but {seen}"
            return failed(why, _REACHED_FILE)
        return failed(f"{self._place} was never entered; {seen}", _NOTHING)

    def _is_there(self, file: str, function: str) -> bool:
        return same_file(file, self.file) and self._is_function(function)

    def _is_function(self, seen: str) -> bool:
        if self.function is None:
            return True
        return seen.rpartition(".")[2] == self.function.rpartition(".")[2]

    @property
    def _place(self) -> str:
        return f"{self.function}() of {self.file}" if self.function else self.file


_OTHER_FUNCTION = 0.4
_SOMETHING = 0.8


@dataclass(frozen=True, slots=True)
class Reaches(Check):
    name: ClassVar[str] = "reaches"
    form: ClassVar[str] = 'reaches("model.py", function="forward")'
    means: ClassVar[str] = "a function of that file is entered, the named one if one is named"

    file: str
    function: str | None = None

    def __post_init__(self) -> None:
        demand(bool(self.file.strip()), "reaches() wants the path of a file")

    def judge(self, observation: Observation) -> Verdict:
        entered = [(one.file, one.function) for one in observation.reached]
        seen = [*failures(observation), *inner_failures(observation)]
        entered += [(frame.file, frame.function) for one in seen for frame in one.frames]
        here = [function for file, function in entered if same_file(file, self.file)]
        if any(map(self._is_it, here)):
            return passed(f"{self.file} was entered at {self.function or here[0]}()")
        if here:
            return failed(f"of {self.file} only {', '.join(here[:5])} was entered", _OTHER_FUNCTION)
        distance = _SOMETHING if observation.reached else 1.0
        return failed(f"{self.file} was never entered; {how_it_ended(observation)}", distance)

    def _is_it(self, seen: str) -> bool:
        if self.function is None:
            return True
        return seen.rpartition(".")[2] == self.function.rpartition(".")[2]


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
