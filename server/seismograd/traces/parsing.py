"""A line of a trace as an event, whatever somebody wrote there."""

from __future__ import annotations

import json
from enum import Enum

from seismograd.traces.events import KINDS, Event
from seismograd.traces.nesting import is_too_deep
from seismograd.traces.tolerant import record

VERSION = 1
_BEGINNING = b'{"v":'
_PADDING = b"\0 \t\r\xef\xbb\xbf"


class Unread(Enum):
    """Why a line is no event."""

    BLANK = "blank"
    GARBAGE = "garbage"
    UNKNOWN_KIND = "unknown kind"
    OTHER_VERSION = "other version"


def parse_line(line: bytes) -> Event | Unread:
    """Never raises."""
    line = line.strip(_PADDING)
    if not line:
        return Unread.BLANK
    found = _read(line)
    if found is None:
        # A writer that was killed left half a line, and the next one wrote on from there.
        later = line.rfind(_BEGINNING, 1)
        found = _read(line[later:]) if later > 0 else None
    return Unread.GARBAGE if found is None else _event(found)


def _read(line: bytes) -> dict[str, object] | None:
    if line[:1] != b"{" or is_too_deep(line):
        return None
    try:
        found = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _event(found: dict[str, object]) -> Event | Unread:
    if found.get("v") != VERSION:
        return Unread.OTHER_VERSION
    name = found.get("kind")
    kind = KINDS.get(name) if isinstance(name, str) else None
    return Unread.UNKNOWN_KIND if kind is None else record(kind, found)
