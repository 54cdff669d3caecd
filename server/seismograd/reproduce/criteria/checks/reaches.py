"""The run gets into a function of the project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed
from seismograd.reproduce.criteria.checks.ending import how_it_ended
from seismograd.reproduce.criteria.checks.seen_failure import failures, inner_failures
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.criteria.matching.file_names import same_file
from seismograd.reproduce.observation import Observation

_RIGHT_FILE = 0.4
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
            return failed(f"of {self.file} only {', '.join(here[:5])} was entered", _RIGHT_FILE)
        distance = _SOMETHING if observation.reached else 1.0
        return failed(f"{self.file} was never entered; {how_it_ended(observation)}", distance)

    def _is_it(self, seen: str) -> bool:
        if self.function is None:
            return True
        return seen.rpartition(".")[2] == self.function.rpartition(".")[2]
