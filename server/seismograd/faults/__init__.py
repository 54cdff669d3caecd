"""The vocabulary of the product: fault types, findings, evidence, fixes and places."""

from seismograd.faults.fault_type import FaultType
from seismograd.faults.finding import OF_RUN, Evidence, EvidenceKind, Finding, Related, Severity
from seismograd.faults.fix import Edit, Fix, Safety
from seismograd.faults.span import Position, Span

__all__ = [
    "OF_RUN",
    "Edit",
    "Evidence",
    "EvidenceKind",
    "FaultType",
    "Finding",
    "Fix",
    "Position",
    "Related",
    "Safety",
    "Severity",
    "Span",
]
