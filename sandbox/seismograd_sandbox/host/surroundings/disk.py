"""Room for what runs write."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.limits import GIB, Limits
from seismograd_sandbox.host.sandbox import Obstacle


@dataclass(frozen=True)
class Room:
    folder: Path
    free_bytes: int | None

    def gap(self, limits: Limits) -> Obstacle | None:
        """Less than one run may take."""
        wanted = limits.disk_bytes or 0
        if self.free_bytes is None or self.free_bytes >= wanted:
            return None
        return Obstacle(
            f"{self.free_bytes / GIB:.1f} GiB are free in {self.folder}, and a run may write "
            f"{wanted / GIB:.1f} GiB",
            "free some, or lower the setting limits.disk",
        )


def room_at(folder: Path) -> Room:
    """Of the nearest folder above that exists."""
    place = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        return Room(folder, shutil.disk_usage(place).free)
    except OSError:
        return Room(folder, None)
