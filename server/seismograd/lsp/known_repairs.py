"""Patches that can be offered: of the newest repair of each script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seismograd.repair.results.saved_repair import SavedPatch, SavedRepair


class KnownRepairs:
    """Only the event loop adds repairs; other threads may look, and say what they have offered."""

    def __init__(self) -> None:
        self._by_script: dict[tuple[str, str], SavedRepair] = {}
        self._offered: dict[tuple[str, int], SavedPatch] = {}

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

    def offer(self, repair: str, patch: SavedPatch) -> None:
        """With its edits, which a client may apply by itself."""
        self._offered[repair, patch.number] = patch

    def offered(self) -> list[tuple[str, SavedPatch]]:
        """With the names of their repairs."""
        return [(repair, patch) for (repair, _), patch in list(self._offered.items())]

    def forget_offer(self, repair: str, patch: SavedPatch) -> None:
        self._offered.pop((repair, patch.number), None)
