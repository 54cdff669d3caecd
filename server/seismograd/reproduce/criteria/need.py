"""Something that a reproduction would take and that is not here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class NeedKind(StrEnum):
    """As the JSON of a reproduction has them."""

    GPU = "gpu"
    DATA = "data"
    PACKAGE = "package"
    CLUSTER = "cluster"


@dataclass(frozen=True, slots=True)
class Need:
    kind: NeedKind
    missing: str
    """What exactly, in words for people."""
