"""An observation from what a run left behind. Everything in it came from code nobody trusts."""

from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.observation import Observation, Reached
from seismograd.reproduce.trials.measurements import measurements
from seismograd.reproduce.trials.tree import SCRIPT
from seismograd.traces import TraceSummary, TraceUnreadable, summarise
from seismograd_sandbox.host.outcome import Outcome


def observation(outcome: Outcome, trace: Path) -> Observation:
    told = _told(trace)
    return Observation(
        ending=outcome.ending,
        exit_code=outcome.exit_code,
        signal=outcome.signal,
        stdout=outcome.stdout.text,
        stderr=outcome.stderr.text,
        told=told,
        measured=measurements(outcome.stdout.text),
        reached=_reached(told),
        executed=frozenset((one.file, one.line or 0) for one in told.executed),
        seconds=outcome.seconds,
        script=SCRIPT,
    )


def _told(trace: Path) -> TraceSummary:
    try:
        return summarise(trace)
    except (OSError, TraceUnreadable):
        return TraceSummary()


def _reached(told: TraceSummary) -> tuple[Reached, ...]:
    """Without the script's own functions."""
    return tuple(
        Reached(found.file, found.function or "", found.line or 1, not found.body)
        for found in told.reached
        if found.file != SCRIPT
    )
