"""Which process does a job, told apart from a later one with the same number."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from seismograd_sandbox.host.programs import PS

UNKNOWN = "?"
_DEAD = ("Z", "X")
PS_PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class Owner:
    host: str
    """Where process numbers mean the same as here: this machine, not a container on it."""
    process: int
    born: str

    @property
    def is_here(self) -> bool:
        """Whether anything can be said about it from here."""
        return self.host == _host()

    def is_gone(self) -> bool:
        """Whether it has surely ended; where nobody can tell, it may still be there."""
        if not self.is_here:
            return False
        born = _birth(self.process)
        return born is None or (UNKNOWN not in (born, self.born) and born != self.born)


def this_process() -> Owner:
    return _owner(os.getpid())


@cache
def _owner(process: int) -> Owner:
    return Owner(_host(), process, _birth(process) or UNKNOWN)


@cache
def _host() -> str:
    try:
        space = str(os.stat("/proc/self/ns/pid").st_ino)
    except OSError:
        space = ""
    return f"{socket.gethostname()}/{space}"


def _birth(process: int) -> str | None:
    """When a process began, in words that no other one has; None where there is none."""
    if process <= 0:
        return None
    if sys.platform == "win32":
        return _birth_on_windows(process)
    if sys.platform == "linux":
        return _birth_on_linux(process)
    return _birth_by_ps(process)


def _birth_on_linux(process: int) -> str | None:
    try:
        told = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
        # The name in parentheses may hold anything.
        state, *fields = told.rpartition(")")[2].split()
        return None if state in _DEAD else f"{_boot()}:{fields[18]}"
    except (OSError, ValueError, IndexError):
        return UNKNOWN if _answers_signals(process) else None


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""


def _birth_by_ps(process: int) -> str | None:
    command = [PS, "-o", "lstart=", "-p", str(process)]
    try:
        told = subprocess.run(
            command, capture_output=True, timeout=PS_PATIENCE, env={**os.environ, "LC_ALL": "C"}
        )
    except (OSError, subprocess.SubprocessError):
        return UNKNOWN if _answers_signals(process) else None
    return told.stdout.decode("utf-8", "replace").strip() or None


def _answers_signals(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _birth_on_windows(process: int) -> str | None:
    import ctypes

    query, still_active = 0x1000, 259
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - exists on Windows alone
    handle = kernel.OpenProcess(query, False, process)
    if not handle:
        return None
    try:
        code, times = ctypes.c_ulong(), [ctypes.c_ulonglong() for _ in range(4)]
        kernel.GetExitCodeProcess(handle, ctypes.byref(code))
        if code.value != still_active:
            return None
        known = kernel.GetProcessTimes(handle, *map(ctypes.byref, times))
        return str(times[0].value) if known else UNKNOWN
    finally:
        kernel.CloseHandle(handle)
