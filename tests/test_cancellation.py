"""A wish to stop, for good or for the time of a call."""

from __future__ import annotations

from seismograd.cancellation import Cancellation, CancellationByCall


def test_a_cancelled_call_does_not_cancel_the_next() -> None:
    cancel, called = CancellationByCall(), list[int]()
    cancel.when_set(lambda: called.append(1))
    call = Cancellation()
    with cancel.serving(call):
        assert not cancel
        call.set()
        assert cancel
        assert called == [1]
        cancel.when_set(lambda: called.append(2))
        assert called == [1, 2]
    assert not cancel
    with cancel.serving(Cancellation()):
        assert not cancel


def test_a_cancellation_that_comes_too_late_stops_nothing() -> None:
    cancel, called, late = CancellationByCall(), list[int](), Cancellation()
    with cancel.serving(late):
        pass
    with cancel.serving(Cancellation()):
        cancel.when_set(lambda: called.append(1))
        late.set()
        assert not cancel
    assert called == []


def test_a_call_that_is_cancelled_before_it_is_served_is_over_at_once() -> None:
    cancel, call = CancellationByCall(), Cancellation()
    call.set()
    with cancel.serving(call):
        assert cancel


def test_the_end_of_all_calls_is_for_good() -> None:
    cancel, called = CancellationByCall(), list[int]()
    cancel.when_set(lambda: called.append(1))
    cancel.set()
    with cancel.serving(Cancellation()):
        assert cancel
    assert cancel
    assert called == [1]
