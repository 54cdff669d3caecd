"""Who ended a repair: somebody, or the clock."""

from __future__ import annotations

import threading

from seismograd.cancellation import Cancellation
from seismograd.repair.deadline import Deadline


def test_the_clock_ends_what_runs() -> None:
    ended = threading.Event()
    with Deadline(0.05) as deadline:
        deadline.cancel.when_set(ended.set)
        assert ended.wait(10)
        assert deadline.is_over
        assert deadline.left_s == 0


def test_whoever_cancels_is_not_the_clock() -> None:
    cancel = Cancellation()
    with Deadline(1e300, cancel) as deadline:
        assert not deadline.cancel
        cancel.set()
        assert deadline.cancel
        assert not deadline.is_over


def test_the_clock_does_not_cancel_what_belongs_to_others() -> None:
    cancel, ended = Cancellation(), threading.Event()
    with Deadline(0.01, cancel) as deadline:
        deadline.cancel.when_set(ended.set)
        assert ended.wait(10)
    assert not cancel
