"""Where a process was when a fault or a signal ended it: a text beside the trace.

The interpreter's own fault handler writes it, since no Python code can run by then. For signals
that mean "stop" the script keeps whatever handling it has, and looks at none that is ours.
"""

from __future__ import annotations

import faulthandler
import os
import signal

SUFFIX = ".fatal"
STOPPING = ("SIGTERM", "SIGXCPU")


def note_fatal_errors(trace: str) -> None:
    if faulthandler.is_enabled():
        return  # the user asked for it on standard error
    try:
        file = open(trace + SUFFIX, "w")  # noqa: SIM115 - open until the end of the process
    except OSError:
        return
    faulthandler.enable(file)
    if hasattr(faulthandler, "register"):
        numbers = [getattr(signal, name) for name in STOPPING if hasattr(signal, name)]
        for number in numbers:
            faulthandler.register(number, file, chain=True)
        os.register_at_fork(after_in_child=lambda: _forget(numbers))


def _forget(numbers: list[int]) -> None:
    """Ending a worker is no misfortune."""
    for number in numbers:
        faulthandler.unregister(number)
