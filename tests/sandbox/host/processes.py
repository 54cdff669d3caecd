"""Which processes are there, told by a word that only they have in their command."""

from __future__ import annotations

import time
from pathlib import Path


def running(word: str) -> list[int]:
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _says(folder, word)]


def wait_until_running(word: str, limit_s: float = 20.0) -> None:
    deadline = time.monotonic() + limit_s
    while not running(word):
        assert time.monotonic() < deadline, f"nothing with {word} ever ran"
        time.sleep(0.02)


def wait_until_gone(word: str, limit_s: float = 10.0) -> None:
    deadline = time.monotonic() + limit_s
    while left := running(word):
        assert time.monotonic() < deadline, f"{left} still run"
        time.sleep(0.02)


def _says(process: Path, word: str) -> bool:
    try:
        ended = b"\nState:\tZ" in (process / "status").read_bytes()
        return not ended and word.encode() in (process / "cmdline").read_bytes()
    except OSError:
        return False
