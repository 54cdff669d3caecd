"""Processes of one editor, told from all others by a mark in their environment."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MARK = "SEISMOGRAD_EDITOR_RUN"
SERVER_MODULE = "seismograd.lsp"


@dataclass(frozen=True)
class Process:
    pid: int
    command: tuple[str, ...]

    @property
    def is_server(self) -> bool:
        return SERVER_MODULE in self.command


def marked(mark: str) -> list[Process]:
    """All living processes that were started, however indirectly, under a mark."""
    wanted = f"{MARK}={mark}".encode()
    found = [_process(entry) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [process for process, environment in filter(None, found) if wanted in environment]


def _process(entry: Path) -> tuple[Process, list[bytes]] | None:
    try:
        environment = (entry / "environ").read_bytes().split(b"\0")
        command = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return None  # it ended meanwhile, or it is not ours to read
    return (Process(int(entry.name), tuple(command)), environment) if any(command) else None


def end(pid: int, signal_number: int = signal.SIGKILL) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal_number)


def until(condition: Callable[[], bool], limit_s: float, every_s: float = 0.1) -> bool:
    """Whether something became true in time."""
    limit = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > limit:
            return False
        time.sleep(every_s)
    return True
