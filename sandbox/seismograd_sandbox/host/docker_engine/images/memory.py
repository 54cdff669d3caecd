"""What was learnt about images, kept between runs because learning it takes seconds."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from seismograd_sandbox.untrusted_files import read_without_links
from seismograd_sandbox.untrusted_writes import make_folder, replace_file
from seismograd_sandbox.user_cache import private_cache_folder

FILE = "docker-images.json"
MOST_ENTRIES = 200
MOST_BYTES = 10_000_000


class Memory:
    """A small file of JSON. Losing it costs time and nothing else, so no failure of it counts."""

    def __init__(self, place: Path | None = None) -> None:
        self._place = place

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
        with suppress(OSError):
            file = self._file()
            make_folder(file.parent, within=file.parent)
            replace_file(file, json.dumps(newest).encode(), within=file.parent)

    def _load(self) -> dict[str, Any]:
        try:
            content = json.loads(read_without_links(self._file(), MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}
        return content if isinstance(content, dict) else {}

    def _file(self) -> Path:
        return self._place or private_cache_folder() / FILE
