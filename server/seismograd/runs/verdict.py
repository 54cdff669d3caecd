"""How a run ended: what the sandbox saw and what the trace says, in one word and a sentence."""

from __future__ import annotations

import signal
from dataclasses import dataclass, replace

from seismograd.runs.failure import Failure
from seismograd.runs.state import RunState
from seismograd_sandbox.host.limits import GIB, Limits
from seismograd_sandbox.host.outcome import Ending, Outcome

_CRASHES = {
    "SIGSEGV": "a segmentation fault",
    "SIGABRT": "an abort",
    "SIGBUS": "a bus error",
    "SIGILL": "an illegal instruction",
    "SIGFPE": "an arithmetic error",
}
_FROM_OUTSIDE = frozenset({Ending.WALL_LIMIT, Ending.CPU_LIMIT, Ending.SIGNALLED})


@dataclass(frozen=True, slots=True)
class Verdict:
    state: RunState
    sentence: str


@dataclass(frozen=True, slots=True)
class Told:
    """What the run itself left about its end."""

    failure: Failure | None = None
    remedy: str = ""
    ended_itself: bool = False
    last_place: str | None = None
    """Where it was when it was ended from outside."""


def verdict(outcome: Outcome, told: Told, limits: Limits) -> Verdict:
    """The sandbox knows that a run ended and how; the run itself knows why, and where."""
    found = _of_sandbox(outcome, limits) or _exited(outcome, told)
    if told.last_place is None or outcome.ending not in _FROM_OUTSIDE:
        return found
    return replace(found, sentence=f"{found.sentence} It was at {told.last_place}.")


def _of_sandbox(outcome: Outcome, limits: Limits) -> Verdict | None:
    match outcome.ending:
        case Ending.CANCELLED:
            return Verdict(RunState.CANCELLED, "The run was cancelled.")
        case Ending.WALL_LIMIT:
            return Verdict(RunState.TIMEOUT, _over("time", _seconds(limits.wall_s), "wall"))
        case Ending.CPU_LIMIT:
            return Verdict(RunState.TIMEOUT, _over("CPU time", _seconds(limits.cpu_s), "cpu"))
        case Ending.MEMORY_LIMIT:
            return Verdict(RunState.FAILED, _over("memory", _size(limits.memory_bytes), "memory"))
        case Ending.DISK_LIMIT:
            return Verdict(RunState.FAILED, _over("disk space", _size(limits.disk_bytes), "disk"))
        case Ending.OUTPUT_LIMIT:
            return Verdict(RunState.FAILED, _over("output", _size(limits.output_bytes), "output"))
        case Ending.LOST:
            return Verdict(RunState.FAILED, "The engine that held the run went away; run it again.")
        case Ending.SIGNALLED:
            return Verdict(RunState.FAILED, _signalled(outcome.signal))
    return None


def _exited(outcome: Outcome, told: Told) -> Verdict:
    if outcome.exit_code == 0:
        return Verdict(RunState.FINISHED, "The run finished.")
    return Verdict(RunState.FAILED, _why(outcome, told))


def _why(outcome: Outcome, told: Told) -> str:
    if told.failure is not None:
        return f"The script failed with {told.failure}. {told.remedy}".rstrip()
    status = f"status {outcome.exit_code}"
    usage = _usage_error(outcome)
    if usage:
        return f"The script wants other arguments: {usage}; give them after --"
    last = _last_line(outcome)
    if told.ended_itself:
        # So ends `sys.exit("what is wrong")`.
        words = f"; its last words: {last}" if outcome.exit_code == 1 and last else "."
        return f"The script ended itself with {status}{words}"
    return f"The process ended with {status}{f': {last}' if last else ' and said nothing more.'}"


def _usage_error(outcome: Outcome) -> str | None:
    """The complaint of argparse or click, which both end a script with status 2."""
    if outcome.exit_code != 2:
        return None
    for line in reversed(outcome.stderr.text.splitlines()[-20:]):
        _, found, complaint = line.partition("rror: ")
        if found:
            return complaint.strip().rstrip(".")[:300]
    return None


def _last_line(outcome: Outcome) -> str:
    """What the process said last; an interpreter that cannot go on says more after the reason."""
    lines = outcome.stderr.text.strip().splitlines()
    fatal = [line for line in lines[-20:] if line.startswith("Fatal Python error: ")]
    return (fatal or lines)[-1].strip()[:300] if lines else ""


def _signalled(number: int | None) -> str:
    try:
        name = signal.Signals(number or 0).name
    except ValueError:
        return f"The process was ended by signal {number}."
    what = _CRASHES.get(name)
    if what:
        return f"The process crashed with {what} ({name})."
    if name == "SIGKILL":
        return "The process was killed (SIGKILL); the machine may have run out of memory."
    return f"The process was ended by {name}."


def _over(what: str, limit: str, name: str) -> str:
    return f"The run took more {what} than its limit of {limit} (setting limits.{name})."


def _seconds(limit: float | None) -> str:
    return "none" if limit is None else f"{limit:g} s"


def _size(limit: int | None) -> str:
    return "none" if limit is None else f"{limit / GIB:.3g} GiB"
