"""Whether a trial has failed, and why where no exception tells it."""

from __future__ import annotations

import math

from seismograd.runs.verdict import Told, verdict
from seismograd.traces.history import RunHistory
from seismograd_sandbox.host.limits import MIB, Limits
from seismograd_sandbox.host.outcome import Ending, Outcome


def has_failed(outcome: Outcome, history: RunHistory) -> bool:
    """Not where it was stopped from here."""
    if outcome.ending is Ending.CANCELLED:
        return False
    if is_cut(outcome):
        return True
    return outcome.exit_code != 0 and not _has_trained(outcome, history)


def is_cut(outcome: Outcome) -> bool:
    """Whether the output is not whole: the last value of a metric may be missing."""
    return outcome.ending is Ending.OUTPUT_LIMIT or outcome.stdout.dropped > 0


def why_failed(outcome: Outcome, history: RunHistory, limits: Limits) -> str:
    """`limits` of the trial. One sentence without its full stop."""
    if is_cut(outcome):
        return (
            f"it printed more than {limits.output_bytes / MIB:g} MiB; "
            "print less, or allow more MiB with --limit output=N"
        )
    if outcome.ending is Ending.WALL_LIMIT:
        return f"it took longer than {limits.wall_s:.0f} s"
    told = Told(ended_itself=history.end is not None)
    return verdict(outcome, told, limits).sentence.rstrip(".")


def _has_trained(outcome: Outcome, history: RunHistory) -> bool:
    """Whether the script ended itself after a training, as with `sys.exit(3)`.

    Its values count whatever the status. A script that gives up on a loss that is no number, or
    before it has trained, has failed.
    """
    end, losses = history.end, history.losses
    ended_itself = outcome.ending is Ending.EXITED and end is not None and end.outcome == "exited"
    if not ended_itself or history.raised is not None or not history.step_count:
        return False
    return not losses or math.isfinite(losses[-1].value)
