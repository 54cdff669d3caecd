"""How a run ended, from all that is known about it."""

from __future__ import annotations

import signal
from dataclasses import dataclass

from seismograd_sandbox.host.docker_engine.report import Report
from seismograd_sandbox.host.outcome import Ending

_CPU_SIGNAL = getattr(signal, "SIGXCPU", 24)
_KILL = 9
_MOST_SIGNAL = 64


@dataclass(frozen=True)
class FinalState:
    """What the engine says about a container that has ended."""

    exit_code: int
    out_of_memory: bool


@dataclass(frozen=True)
class Verdict:
    ending: Ending
    exit_code: int | None = None
    signal: int | None = None


def verdict(
    halted: Ending | None, state: FinalState | None, report: Report | None, cpu_s: float | None
) -> Verdict:
    """`state` is None where the engine went away before it could tell."""
    if halted is not None:
        return Verdict(halted)
    if state is None:
        return Verdict(Ending.LOST)
    status = _status(state, report)
    if state.out_of_memory or (report is not None and report.oom_kills):
        return Verdict(Ending.MEMORY_LIMIT, *_code_and_signal(status))
    if status == -_CPU_SIGNAL or (status == -_KILL and _spent(report, cpu_s)):
        return Verdict(Ending.CPU_LIMIT, None, -status)
    ending = Ending.EXITED if status >= 0 else Ending.SIGNALLED
    return Verdict(ending, *_code_and_signal(status))


def _status(state: FinalState, report: Report | None) -> int:
    """The warden's word is exact; the engine's is the shell's old way of naming signals."""
    if report is not None and report.status is not None:
        return report.status
    if 128 < state.exit_code <= 128 + _MOST_SIGNAL:
        return 128 - state.exit_code
    return state.exit_code


def _code_and_signal(status: int) -> tuple[int | None, int | None]:
    return (status, None) if status >= 0 else (None, -status)


def _spent(report: Report | None, cpu_s: float | None) -> bool:
    return cpu_s is not None and report is not None and (report.cpu_s or 0) >= cpu_s
