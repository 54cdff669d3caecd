"""Patches that can be offered: of the newest repair of each script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seismograd.repair.results.saved_repair import SavedPatch, SavedRepair


class KnownRepairs:
    """Only the event loop changes it; other threads may look."""

    def __init__(self) -> None:
        self._by_script: dict[tuple[str, str], SavedRepair] = {}

    def add(self, repair: SavedRepair) -> None:
        """An older one of the same script gives way, unless this one was cancelled."""
        if repair.status == "cancelled":
            return
        key = str(repair.root), repair.title
        known = self._by_script.get(key)
        if known is None or known.id <= repair.id:
            self._by_script[key] = repair

    def patches_in(self, path: str) -> Iterator[tuple[SavedRepair, SavedPatch]]:
        """Those that are verified and change a file."""
        for repair in list(self._by_script.values()):
            for patch in repair.patches:
                if patch.is_verified and any(file.path == path for file in patch.files):
                    yield repair, patch
