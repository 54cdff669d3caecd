"""Which processes are there, told by a word that only they have in their command."""

from __future__ import annotations

import time
from pathlib import Path


def running(*words: str) -> list[int]:
    """Processes that have all of these words."""
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _says(folder, words)]


def parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[1])


def in_run(name: str) -> list[int]:
    """Processes of a run, by the name that it has in its environment."""
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _is_in(folder, name)]


def wait_until_running(word: str, limit_s: float = 40.0) -> None:
    deadline = time.monotonic() + limit_s
    while not running(word):
        assert time.monotonic() < deadline, f"nothing with {word} ever ran"
        time.sleep(0.02)


def wait_until_gone(word: str, limit_s: float = 40.0) -> None:
    deadline = time.monotonic() + limit_s
    while left := running(word):
        assert time.monotonic() < deadline, f"{left} still run"
        time.sleep(0.02)


def _says(process: Path, words: tuple[str, ...]) -> bool:
    try:
        ended = b"\nState:\tZ" in (process / "status").read_bytes()
        command = (process / "cmdline").read_bytes()
        return not ended and all(word.encode() in command for word in words)
    except OSError:
        return False


def _is_in(process: Path, name: str) -> bool:
    try:
        return f"SEISMOGRAD_RUN={name}".encode() in (process / "environ").read_bytes()
    except OSError:
        return False
