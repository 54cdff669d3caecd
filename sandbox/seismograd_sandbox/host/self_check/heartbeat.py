"""Whether something inside is alive, seen from outside: it keeps writing into the outbox."""

from __future__ import annotations

import os
import time
from pathlib import Path

from seismograd_sandbox.host.self_check.verdict import expect

BEATING = """
    import os, sys, time
    def beat(path):
        with open(path, "ab", buffering=0) as file:
            while os.path.exists(path):
                file.write(b".")
                time.sleep(0.02)
"""
"""To be put before a script; `beat(path)` returns only when the check has removed its folder."""
ONE_BEAT = BEATING + "    beat(sys.argv[1])\n"
_SILENCE_S = 0.6
"""Thirty beats: nothing that lives is silent for so long, short of a machine that stands still."""


def expect_beat(path: Path, within_s: float = 40.0) -> None:
    expect(begins(path, within_s), "the process inside never began to write")


def begins(path: Path, within_s: float) -> bool:
    deadline = time.monotonic() + within_s
    while _size(path) == 0:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def expect_silence(path: Path, after: str, within_s: float = 12.0) -> None:
    """Nothing beats, or it stops soon."""
    expect(stops(path, within_s), f"a process is alive {within_s:g} s after {after}")


def stops(path: Path, within_s: float) -> bool:
    deadline = time.monotonic() + within_s
    size, since = _size(path), time.monotonic()
    while time.monotonic() - since < _SILENCE_S:
        time.sleep(0.05)
        if _size(path) != size:
            size, since = _size(path), time.monotonic()
            if since > deadline:
                return False
    return True


def _size(path: Path) -> int:
    try:
        return os.path.getsize(path)
    except FileNotFoundError:
        return 0
