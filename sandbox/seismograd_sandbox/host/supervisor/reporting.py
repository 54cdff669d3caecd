"""How a run ended, told from what the system says about its processes."""

from __future__ import annotations

import os
import signal
import sys

from seismograd_sandbox.host.supervisor.order import Order, Report
from seismograd_sandbox.host.supervisor.starting import Started

SHELL_SIGNAL = 128
"""What programs that start others add to the number of the signal that ended those."""


def report_of(order: Order, why: str, started: Started, seconds: float, peak: int) -> Report:
    exit_code, number, failure = _status(started)
    cpu_s, largest = _resources()
    if not why and exit_code != 0 and started.group and started.group.ran_out_of_memory():
        why = "memory-limit"
    if not why and number is not None:
        why = "cpu-limit" if _is_cpu_limit(order, number, cpu_s) else "signalled"
    return Report(
        ending=why or "exited",
        exit_code=exit_code,
        signal=number,
        seconds=seconds,
        peak_memory_bytes=max(peak, largest) or None,
        failure=failure,
    )


def _status(started: Started) -> tuple[int | None, int | None, str]:
    """Exit code, signal, and why it did not start."""
    code = started.process.returncode
    if started.inner_report is not None:
        with open(started.inner_report, "rb") as file:
            word, _, rest = file.readline(4096).decode("utf-8", "replace").strip().partition(" ")
        if word == "failure":
            return None, None, rest
        if word in ("exit", "signal") and rest.isdecimal():
            return (int(rest), None, "") if word == "exit" else (None, int(rest), "")
        if code > SHELL_SIGNAL:
            code = SHELL_SIGNAL - code
    return (None, -code, "") if code < 0 else (code, None, "")


def _is_cpu_limit(order: Order, number: int, used_s: float) -> bool:
    if order.cpu_s is None or sys.platform == "win32":
        return False
    return number == signal.SIGXCPU or (number == signal.SIGKILL and used_s >= order.cpu_s)


def _resources() -> tuple[float, int]:
    """CPU seconds of all that ended, and the memory of the largest process among them."""
    if os.name != "posix":
        return 0.0, 0
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1 if sys.platform == "darwin" else 1024
    return used.ru_utime + used.ru_stime, used.ru_maxrss * unit
