"""What a self-check that was killed could not remove; the next one does."""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress
from pathlib import Path

from seismograd_sandbox.host.removal import remove_tree
from seismograd_sandbox.host.self_check.decoys import DECOY, common_places
from seismograd_sandbox.host.self_check.ground import GROUND

LONG_AGO_S = 3600.0
"""Longer than any self-check takes: another one may be going on at this moment."""


def remove_forgotten() -> None:
    for place in common_places():
        for pattern in (f"{DECOY}*", f".{DECOY}*", f"{GROUND}*"):
            for path in place.glob(pattern):
                with suppress(OSError):
                    _remove_if_ours(path, path.lstat())


def _remove_if_ours(path: Path, status: os.stat_result) -> None:
    is_ours = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    if not is_ours or time.time() - status.st_mtime < LONG_AGO_S:
        return
    if stat.S_ISDIR(status.st_mode):
        remove_tree(path)
    else:
        path.unlink()
