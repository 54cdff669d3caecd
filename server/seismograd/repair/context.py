"""What operators look at: the source of a training, and the diagnosis of its run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from seismograd.faults import Span
from seismograd.localise.diagnosis import Diagnosis
from seismograd.program.model import Optimiser, Program
from seismograd.traces.events import Place
from seismograd.traces.history import RunHistory


@dataclass(frozen=True)
class RepairContext:
    root: Path
    program: Program
    diagnosis: Diagnosis
    read: Callable[[str], str | None]
    """The text of a file of the project."""
    arguments: Sequence[str] = ()
    """Of the command line: they override defaults in the source."""
    training_s: float = 0.0
    """How long the training takes as it is."""
    most_training_s: float = float("inf")
    """How long a trial may take: longer trainings are tried within it."""
    refused: list[str] = field(default_factory=list)
    """What no operator could write, and why; shown to the user."""

    @property
    def history(self) -> RunHistory:
        return self.diagnosis.history

    def longer_s(self, times: float) -> float:
        """How long the training takes with that many times its steps: imports take the same."""
        steps = self.history.steps
        before_s = steps[0].t if steps else 0.0
        loop_s = min(self.training_s, self.history.seconds - before_s) or self.training_s
        return self.training_s + (times - 1) * loop_s

    @property
    def used_optimisers(self) -> list[tuple[Optimiser, Span]]:
        """Those of the source that the run has used, or all where it does not say."""
        lines = self.diagnosis.lines
        used = list(lines.optimisers()) if lines is not None else []
        return used or [(one, one.place.span) for one in self.program.optimisers]

    def is_within(self, place: Place | None, span: Span) -> bool:
        """Whether a line that the run tells of belongs to a part of the source."""
        if place is None or place.line is None or str(self.root / place.file) != span.file:
            return False
        return span.start.line <= place.line <= span.end.line

    def refuse(self, name: str, why: str) -> None:
        self.refused.append(f"{name}: {why}")
