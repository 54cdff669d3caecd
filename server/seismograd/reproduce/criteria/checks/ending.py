"""How a run ended, in words."""

from __future__ import annotations

import re
import signal

from seismograd.reproduce.observation import Observation
from seismograd_sandbox.host.outcome import Ending

_FATAL = re.compile(r"^Fatal Python error: ([A-Z][\w ]{1,60})", re.MULTILINE)
_FATAL_SIGNALS = {
    "Segmentation fault": signal.SIGSEGV,
    "Aborted": signal.SIGABRT,
    "Bus error": signal.SIGBUS,
    "Floating point exception": signal.SIGFPE,
    "Floating-point exception": signal.SIGFPE,
    "Illegal instruction": signal.SIGILL,
}
_SHELL_OFFSET = 128
"""What shells add to a signal to make an exit status of it."""
_SAYS = {
    Ending.WALL_LIMIT: "it ran into its time limit",
    Ending.CPU_LIMIT: "it ran into its limit of CPU time",
    Ending.MEMORY_LIMIT: "it ran into its memory limit",
    Ending.DISK_LIMIT: "it ran into its limit of disk space",
    Ending.PROCESS_LIMIT: "it had too many processes",
    Ending.OUTPUT_LIMIT: "it printed more than its limit",
    Ending.CANCELLED: "it was cancelled",
    Ending.LOST: "the sandbox was lost",
}


def ending_signal(observation: Observation) -> int | None:
    """The signal that ended the run, however that was told."""
    code = observation.exit_code
    if observation.signal is not None:
        return observation.signal
    if code is not None and code < 0:
        return -code
    if observation.ending is Ending.SIGNALLED and code is not None and code > _SHELL_OFFSET:
        return code - _SHELL_OFFSET
    if observation.ending is not Ending.SIGNALLED and code in (0, 1):
        return None
    fatal = _FATAL.search(observation.stderr)
    known = fatal and _FATAL_SIGNALS.get(fatal[1].strip())
    if known:
        return int(known)
    return code - _SHELL_OFFSET if code is not None and code > _SHELL_OFFSET else None


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def how_it_ended(observation: Observation) -> str:
    number = ending_signal(observation)
    if number is not None:
        return f"{signal_name(number)} ended it"
    if observation.ending is Ending.SIGNALLED:
        return "a signal ended it"
    if observation.ending is not Ending.EXITED:
        return _SAYS[observation.ending]
    if observation.is_clean:
        return "the script says NOT REPRODUCED"
    if observation.exit_code == 0:
        return "the run finished"
    return f"the script ended itself with status {observation.exit_code}"
