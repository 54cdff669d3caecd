"""What the warden left behind: written by code that nobody trusts, so read with care."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seismograd_sandbox.untrusted_files import read_without_links

MOST_BYTES = 4096


@dataclass(frozen=True)
class Report:
    status: int | None = None
    """The exit code, or a signal as a negative number."""
    failure: str | None = None
    """Why the command could not be started."""
    peak_memory_bytes: int | None = None
    cpu_s: int | None = None
    oom_kills: int = 0


def read_report(place: Path) -> Report | None:
    """None where the warden had no time to write one."""
    try:
        fields = json.loads(read_without_links(place, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return _report(fields) if isinstance(fields, dict) else None


def _report(fields: dict[str, Any]) -> Report:
    failure = fields.get("failure")
    return Report(
        status=_number(fields.get("status")),
        failure=failure if isinstance(failure, str) else None,
        peak_memory_bytes=_number(fields.get("peak_memory_bytes")),
        cpu_s=_number(fields.get("cpu_s")),
        oom_kills=_number(fields.get("oom_kills")) or 0,
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
