"""Checks of how a run ends: by a signal, for want of memory, or not at all."""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import Check, demand, failed, passed, shortened
from seismograd.reproduce.criteria.checks.seen_failure import failures
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.criteria.matching.wordings import says
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


_OTHER_SIGNAL = 0.3
_UNKNOWN_SIGNAL = 0.2
_HIGHEST = 64


@dataclass(frozen=True, slots=True)
class EndsWithSignal(Check):
    name: ClassVar[str] = "ends_with_signal"
    form: ClassVar[str] = "ends_with_signal(11)"
    means: ClassVar[str] = "a signal ends the process, such as 11 for a segmentation fault"
    ends_the_run: ClassVar[bool] = True

    signal: int

    def __post_init__(self) -> None:
        demand(1 <= self.signal <= _HIGHEST, f"no signal has the number {self.signal}")

    def judge(self, observation: Observation) -> Verdict:
        seen = ending_signal(observation)
        if seen == self.signal:
            return passed(f"{signal_name(seen)} ended the process")
        wanted = signal_name(self.signal)
        if seen is not None:
            return failed(f"{signal_name(seen)} ended it, not {wanted}", _OTHER_SIGNAL)
        if observation.ending is Ending.SIGNALLED:
            return failed(f"a signal ended it, but not surely {wanted}", _UNKNOWN_SIGNAL)
        return failed(f"no signal ended the process: {how_it_ended(observation)}", 1.0)


_SAYS_SO = "out of memory|can't allocate memory|unable to allocate|not enough memory"


@dataclass(frozen=True, slots=True)
class RunsOutOfMemory(Check):
    name: ClassVar[str] = "runs_out_of_memory"
    form: ClassVar[str] = "runs_out_of_memory()"
    means: ClassVar[str] = "memory runs out, on the device or on the machine"
    ends_the_run: ClassVar[bool] = True

    def judge(self, observation: Observation) -> Verdict:
        if observation.ending is Ending.MEMORY_LIMIT:
            return passed(how_it_ended(observation))
        for failure in failures(observation):
            named = failure.type.endswith(("OutOfMemoryError", "MemoryError"))
            if named or says(failure.message, _SAYS_SO):
                return passed(f"raised {shortened(str(failure))}")
        return failed(f"memory did not run out: {how_it_ended(observation)}", 1.0)


@dataclass(frozen=True, slots=True)
class TimesOut(Check):
    name: ClassVar[str] = "times_out"
    form: ClassVar[str] = "times_out()"
    means: ClassVar[str] = "the run is still going on when its time is over"
    ends_the_run: ClassVar[bool] = True

    def judge(self, observation: Observation) -> Verdict:
        if observation.ending in (Ending.WALL_LIMIT, Ending.CPU_LIMIT):
            return passed(f"after {observation.seconds:.0f} s {how_it_ended(observation)}")
        return failed(f"after {observation.seconds:.1f} s {how_it_ended(observation)}", 1.0)
