"""A fix: edits on source text that mend a fault."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from seismograd.faults.span import Span


class Safety(StrEnum):
    """A safe fix changes only what is certainly wrong; an unsafe one may change intent."""

    SAFE = "safe"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of a span; an empty span inserts."""

    span: Span
    new_text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A titled set of edits that belong together."""

    title: str
    safety: Safety
    edits: tuple[Edit, ...]
    verified: bool | None = None
