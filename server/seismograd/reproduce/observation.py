"""What one run of a script showed, as far as criteria and feedback need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seismograd.traces import TraceSummary
from seismograd.traces.events import Raised
from seismograd_sandbox.host.outcome import Ending

REPRODUCED = "REPRODUCED:"
NOT_REPRODUCED = "NOT REPRODUCED"
MEASURED = "MEASURED"
"""A script prints `MEASURED <name> <JSON>` for each number that a criterion is about."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A function of the project that the script got into."""

    file: str
    function: str
    line: int
    is_call: bool = True
    """Else it is the body of a module or a class, which runs where it is defined."""


@dataclass(frozen=True, slots=True)
class Observation:
    ending: Ending
    exit_code: int | None
    stdout: str
    stderr: str
    told: TraceSummary = field(default_factory=TraceSummary)
    measured: Mapping[str, object] = field(default_factory=dict)
    """By name; the last word counts. NaN and infinities are floats."""
    reached: tuple[Reached, ...] = ()
    """Functions of the project that were entered, in the order of their first call."""
    executed: frozenset[tuple[str, int]] = frozenset()
    """Lines of the project, of those that were asked for, that were executed."""
    seconds: float = 0.0
    script: str = ""
    """The name of the script's own file, as frames show it."""
    signal: int | None = None
    """What ended the process, where a signal did."""
    refused: str = ""
    """What the script did that no script may do, where that ended or spoiled the run."""

    @property
    def exception(self) -> Raised | None:
        return self.told.exception

    @property
    def fired(self) -> bool:
        """Whether the script says, by the contract of scripts, that the bug is there."""
        return self.ending is Ending.EXITED and self.exit_code not in (0, None)

    @property
    def is_clean(self) -> bool:
        """Whether the script says that the bug is not there."""
        return self.exit_code == 0 and self.says_not_reproduced

    @property
    def says_not_reproduced(self) -> bool:
        """On a line of its own, whatever else stands behind it."""
        lines = self.stdout.splitlines()
        return any(line.lstrip().startswith(NOT_REPRODUCED) for line in lines)
