"""A warning is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import (
    Check,
    demand_pattern,
    failed,
    passed,
    shortened,
)
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.criteria.matching.exception_names import is_a
from seismograd.reproduce.criteria.matching.tolerant_text import likeness, says
from seismograd.reproduce.observation import Observation
from seismograd.traces.events import Warned

_OTHER_CATEGORY = 0.2
_OTHER_MESSAGE = 0.3
_OTHER_WARNING = 0.7


@dataclass(frozen=True, slots=True)
class Warns(Check):
    name: ClassVar[str] = "warns"
    form: ClassVar[str] = 'warns("UserWarning", "lr_scheduler.step .* before")'
    means: ClassVar[str] = "a warning of that category, or of one below it, is given"

    category: str
    message: str = ""

    def __post_init__(self) -> None:
        demand_pattern(self.message)

    def judge(self, observation: Observation) -> Verdict:
        verdicts = [self._judge_one(warned) for warned in observation.told.warnings]
        printed = self._printed(observation.stderr)
        if printed:
            verdicts.append(passed(f"warned: {shortened(printed)}"))
        nothing = failed("no warning was given", 1.0)
        return min(verdicts, key=lambda verdict: verdict.distance, default=nothing)

    def _judge_one(self, warned: Warned) -> Verdict:
        right = is_a(warned.category or "Warning", self.category, warned.bases)
        message = says(warned.message, self.message)
        told = f"{warned.category}: {shortened(warned.message)}"
        if right and message:
            return passed(f"warned: {told}")
        if message and self.message:
            return failed(f"warned as {told}, not as {self.category}", _OTHER_CATEGORY)
        strangeness = 0.3 * (1 - likeness(warned.message, self.message))
        return failed(
            f"warned of something else: {told}",
            (_OTHER_MESSAGE if right else _OTHER_WARNING) + strangeness,
        )

    def _printed(self, stderr: str) -> str | None:
        """As Python prints a warning, for runs without a trace."""
        wanted = f"{self.category.rpartition('.')[2]}: "
        for line in stderr.splitlines():
            if wanted in line and says(line, self.message):
                return line
        return None
