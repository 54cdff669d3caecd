"""Checks of what a run prints and what it warns of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import (
    Check,
    demand,
    demand_pattern,
    failed,
    passed,
    shortened,
)
from seismograd.reproduce.criteria.checks.endings import how_it_ended
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.criteria.matching.names import is_a
from seismograd.reproduce.criteria.matching.wordings import likeness, says
from seismograd.reproduce.observation import (
    MEASURED,
    NOT_REPRODUCED,
    REPRODUCED,
    Observation,
)
from seismograd.traces.events import Warned

_MAX_LINES = 2_000
_OWN = (REPRODUCED, NOT_REPRODUCED, MEASURED)


@dataclass(frozen=True, slots=True)
class Prints(Check):
    name: ClassVar[str] = "prints"
    form: ClassVar[str] = 'prints("loss: nan")'
    means: ClassVar[str] = "a line of the output or of the errors has the pattern"

    pattern: str

    def __post_init__(self) -> None:
        demand(bool(self.pattern.strip()), "prints() wants a pattern")
        demand_pattern(self.pattern)

    def judge(self, observation: Observation) -> Verdict:
        lines = [*_lines(observation.stdout), *_lines(observation.stderr)]
        for line in lines:
            if says(line, self.pattern):
                return passed(f"printed {shortened(line)!r}")
        if not lines:
            return failed(f"nothing was printed; {how_it_ended(observation)}", 1.0)
        nearest = max(lines, key=lambda line: likeness(line, self.pattern))
        distance = 0.9 - 0.6 * likeness(nearest, self.pattern)
        return failed(f"the nearest line to it is {shortened(nearest)!r}", distance)


def _lines(text: str) -> list[str]:
    """The beginning and the end of a text, without empty lines and the script's own verdict."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(_OWN)]
    half = _MAX_LINES // 2
    return lines if len(lines) <= _MAX_LINES else lines[:half] + lines[-half:]


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
