"""Everything about this machine that decides how code is run on it, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.limits import Limits
from seismograd_sandbox.host.sandbox import Obstacle
from seismograd_sandbox.host.surroundings.disk import Room, room_at
from seismograd_sandbox.host.surroundings.engines import SandboxState, sandbox_states
from seismograd_sandbox.host.surroundings.graphics import Graphics, find_graphics
from seismograd_sandbox.host.surroundings.packages import Installation, read_installation


@dataclass(frozen=True)
class Machine:
    sandboxes: Sequence[SandboxState]
    graphics: Graphics
    installation: Installation | None
    room: Room

    def gaps(self, limits: Limits) -> Iterator[Obstacle]:
        """What could be better, the strongest first, each with a remedy."""
        yield from (state.obstacle for state in self.sandboxes if state.obstacle)
        if self.graphics.gap:
            yield self.graphics.gap
        if self.installation:
            yield from self.installation.gaps(has_card=bool(self.graphics.cards))
        if gap := self.room.gap(limits):
            yield gap


def look_at_machine(project: Path, python: Path | None, runs: Path) -> Machine:
    """With the interpreter of the user, if one was found, and the folder where runs are kept."""
    return Machine(
        sandbox_states(project),
        find_graphics(project),
        read_installation(python) if python else None,
        room_at(runs),
    )
