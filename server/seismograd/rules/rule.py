"""What a rule is: one fault pattern, its page, and how it is recognised in a program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import ClassVar

from seismograd.faults import (
    Evidence,
    EvidenceKind,
    FaultType,
    Finding,
    Fix,
    Related,
    Safety,
    Severity,
    Span,
)
from seismograd.program.model import Program


class FixAvailability(StrEnum):
    NONE = "none"
    SOMETIMES = "sometimes"
    ALWAYS = "always"


class Rule(ABC):
    """A fault pattern. The docstring of a subclass is its page for users."""

    code: ClassVar[str]
    name: ClassVar[str]
    fault_type: ClassVar[FaultType]
    alternatives: ClassVar[tuple[FaultType, ...]] = ()
    severity: ClassVar[Severity] = Severity.WARNING
    confidence: ClassVar[float] = 0.9
    fix_availability: ClassVar[FixAvailability] = FixAvailability.NONE
    fix_safety: ClassVar[Safety | None] = None
    preview: ClassVar[bool] = False
    """Noisy or young: off unless selected by code or `preview` is set."""
    about_absence: ClassVar[bool] = False
    """Says that something is missing: silent where part of the code could not be read."""

    needs_whole_file: ClassVar[bool | None] = None
    """Must see all parts of a file together, as what one part lacks another may have; None leaves
    it to the family."""

    @property
    def family(self) -> str:
        """The folder it lies in."""
        return type(self).__module__.rpartition(".")[0].rpartition(".")[2]

    @abstractmethod
    def check(self, program: Program) -> Iterator[Finding]:
        """Yield a finding for each place where the pattern stands."""

    def finding(
        self,
        span: Span,
        message: str,
        *,
        because: str,
        related: Iterable[Related] = (),
        fixes: Iterable[Fix] = (),
        layer: int | None = None,
        confidence: float | None = None,
        severity: Severity | None = None,
        fault_type: FaultType | None = None,
        alternatives: tuple[FaultType, ...] | None = None,
    ) -> Finding:
        """A finding of this rule; `because` is the static evidence in one sentence."""
        return Finding(
            code=self.code,
            name=self.name,
            fault_type=fault_type or self.fault_type,
            alternatives=self.alternatives if alternatives is None else alternatives,
            severity=severity or self.severity,
            confidence=self.confidence if confidence is None else confidence,
            message=message,
            span=span,
            layer=layer,
            evidence=(Evidence(EvidenceKind.STATIC, because),),
            fixes=tuple(fixes),
            related=tuple(related),
        )
