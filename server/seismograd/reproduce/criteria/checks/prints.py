"""Something is printed."""

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
from seismograd.reproduce.criteria.checks.ending import how_it_ended
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.criteria.matching.tolerant_text import likeness, says
from seismograd.reproduce.observation import (
    MEASURED,
    NOT_REPRODUCED,
    REPRODUCED,
    Observation,
)

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
