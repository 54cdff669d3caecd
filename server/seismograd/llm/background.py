"""A call that can be left at once, whatever it is waiting for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from typing import Any, Generic, TypeVar

from seismograd.cancellation import Cancellation
from seismograd.llm.errors import Cancelled, Unreachable

_Result = TypeVar("_Result")


class BackgroundCall(Generic[_Result]):
    """A coroutine on a loop and a daemon thread of its own; leaving it closes what it holds."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, _Result]]) -> None:
        self._done: Future[_Result] = Future()
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(work())
        threading.Thread(target=self._run, name="language-model", daemon=True).start()

    def result(self, patience: float, cancel: Cancellation | None) -> _Result:
        """Wait; raises what the coroutine raises, `Cancelled`, or `Unreachable` in the end."""
        if cancel is not None:
            cancel.when_set(self.withdraw)
        try:
            return self._done.result(patience)
        except CancelledError as error:
            raise Cancelled from error
        except TimeoutError as error:
            self.withdraw()
            raise Unreachable("The language model did not answer in time.") from error

    def withdraw(self) -> None:
        self._done.cancel()
        # The loop may have ended in this very moment.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._task.cancel)

    def _run(self) -> None:
        try:
            outcome = self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            self._done.cancel()
        except BaseException as error:
            with suppress(InvalidStateError):
                self._done.set_exception(error)
        else:
            with suppress(InvalidStateError):
                self._done.set_result(outcome)
        finally:
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()
