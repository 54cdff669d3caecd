"""A finding: a fault, where it is, what it rests on, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from seismograd.faults.fault_type import FaultType
from seismograd.faults.fix import Fix
from seismograd.faults.span import Span

OF_RUN = "RUN-"
"""What the codes of findings begin with that a run gives rise to."""


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    HINT = "hint"

    @property
    def rank(self) -> int:
        """0 for the gravest."""
        return list(Severity).index(self)

    @property
    def is_alarm(self) -> bool:
        """A warning or worse: somebody should do something about it."""
        return self.rank <= Severity.WARNING.rank


class EvidenceKind(StrEnum):
    STATIC = "static"
    DYNAMIC = "dynamic"
    INTERVENTION = "intervention"
    MODEL = "model"
    PAPER = "paper"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing that a finding rests on."""

    kind: EvidenceKind
    summary: str
    symptom: str | None = None
    """The name of the symptom of a run that it is: that has a page."""


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that takes part in a fault."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault on a line."""

    code: str
    name: str
    fault_type: FaultType
    severity: Severity
    confidence: float
    message: str
    span: Span
    alternatives: tuple[FaultType, ...] = ()
    layer: int | None = None
    evidence: tuple[Evidence, ...] = ()
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = field(default=())

    @property
    def sort_key(self) -> tuple[int, float, Span, str]:
        """Most likely cause first: grave before light, sure before unsure, then by place."""
        return (self.severity.rank, -self.confidence, self.span, self.code)

    @property
    def is_of_run(self) -> bool:
        """Named by what a run did; otherwise a rule names it."""
        return self.code.startswith(OF_RUN)
