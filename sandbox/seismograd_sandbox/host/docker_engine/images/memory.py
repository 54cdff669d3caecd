"""What was learnt about images, kept between runs because learning it takes seconds."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

MOST_ENTRIES = 200


class Memory:
    """A small file of JSON. Losing it costs time and nothing else, so no failure of it counts."""

    def __init__(self, place: Path | None = None) -> None:
        self._place = place or cache_folder() / "docker-images.json"

    def recall(self, key: str, younger_than_s: float | None = None) -> Any:
        """What was noted under a key; None where nothing was, or too long ago."""
        entry = self._load().get(key)
        if not isinstance(entry, dict) or not isinstance(entry.get("time"), int | float):
            return None
        if younger_than_s is not None and time.time() - entry["time"] > younger_than_s:
            return None
        return entry.get("value")

    def note(self, key: str, value: Any) -> None:
        entries = self._load()
        entries.pop(key, None)
        entries[key] = {"time": time.time(), "value": value}
        newest = dict(list(entries.items())[-MOST_ENTRIES:])
        half = self._place.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self._place.parent.mkdir(parents=True, exist_ok=True)
            half.write_text(json.dumps(newest), "utf-8")
            half.replace(self._place)

    def _load(self) -> dict[str, Any]:
        try:
            content = json.loads(self._place.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return content if isinstance(content, dict) else {}


def cache_folder() -> Path:
    named = os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named) / "seismograd"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "seismograd" / "Cache"
    return Path.home() / ".cache" / "seismograd"
