"""What a run may see: the project, an interpreter, a few variables; and what it may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from seismograd_sandbox.host.limits import Limits


@dataclass(frozen=True)
class Workplace:
    project: Path
    """Seen inside at the same place where that is possible; what is written goes to a copy."""
    python: Path
    """The user's interpreter. A container uses it only if it can be seen inside, else its own."""
    outbox: Path
    """A folder of the host that a run writes to directly: the trace, and what it hands over."""
    limits: Limits = field(default_factory=Limits)
    gpu: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)
    """Beside the few variables that every run gets; nothing else is inherited."""
    readable: tuple[Path, ...] = ()
    """More files and folders that are seen read-only: data that lies outside of the project."""
    build_image: bool = False
    """Whether the user agreed that packages which the project names are downloaded for an image."""
    shown_as: Path | None = None
    """The place where code inside sees the project, if not its own: two trees that look alike."""

    @property
    def place(self) -> Path:
        """Where code inside sees the project, as far as the sandbox can choose that."""
        return self.project if self.shown_as is None else self.shown_as
