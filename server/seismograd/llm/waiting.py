"""Waiting for an answer that comes from elsewhere, or never."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future
from typing import TypeVar

from seismograd.cancellation import Cancellation
from seismograd.llm.errors import Cancelled, Unreachable

_Result = TypeVar("_Result")


def wait_for(
    answer: Future[_Result], seconds: float, cancel: Cancellation | None, no_answer: str
) -> _Result:
    """Raises what the answer fails with, `Cancelled`, or `Unreachable` with `no_answer`.

    Whoever is asked learns that nobody waits any more: the future is cancelled.
    """
    if cancel is not None:
        cancel.when_set(answer.cancel)
    try:
        return answer.result(seconds)
    except CancelledError as error:
        raise Cancelled from error
    except TimeoutError as error:
        answer.cancel()
        raise Unreachable(no_answer) from error
