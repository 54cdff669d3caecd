"""Who owns a session: a process, told apart from a later one with the same number."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from seismograd_sandbox.host.programs import PS

QUERY_LIMITED = 0x1000
"""The right, on Windows, to ask about a process and nothing more."""


@dataclass(frozen=True)
class Owner:
    pid: int
    started: str
    """Whatever the system says about when the process began; empty where it says nothing."""

    @classmethod
    def this_process(cls) -> Owner:
        return cls(os.getpid(), start_of(os.getpid()))

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Owner:
        return cls(int(fields["pid"]), str(fields["started"]))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def is_alive(self) -> bool:
        return exists(self.pid) and start_of(self.pid) == self.started


def exists(pid: int) -> bool:
    if sys.platform == "win32":
        return bool(start_of(pid))
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def start_of(pid: int) -> str:
    """When a process began, in the system's own words."""
    if sys.platform == "linux":
        return _start_on_linux(pid)
    if sys.platform == "win32":
        return _start_on_windows(pid)
    return _output(PS, "-o", "lstart=", "-p", str(pid))


def _start_on_linux(pid: int) -> str:
    """Clock ticks since a boot, and which boot that was; nothing for one that has ended."""
    try:
        state, *fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""
    return "" if state in b"ZX" else f"{fields[18].decode('ascii')}@{boot}"


def _start_on_windows(pid: int) -> str:
    if sys.platform != "win32":
        return ""
    kernel = ctypes.WinDLL("kernel32")
    kernel.OpenProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel.OpenProcess(QUERY_LIMITED, False, pid))
    times = (ctypes.c_uint64 * 4)()
    places = [ctypes.byref(times, 8 * index) for index in range(4)]
    told = bool(process) and kernel.GetProcessTimes(process, *places)
    kernel.CloseHandle(process)
    began, ended = times[0], times[1]
    return str(began) if told and not ended else ""


def _output(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
