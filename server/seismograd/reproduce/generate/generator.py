"""What proposes scripts: the protocol, scripts from before, and a quick one beside a slow one."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future, wait
from functools import partial
from typing import Protocol

from seismograd.cancellation import Cancellation
from seismograd.llm.errors import Cancelled
from seismograd.reproduce.candidate import Attempt, Candidate
from seismograd.reproduce.case import Case
from seismograd.work_thread import settle

LOOK_EVERY_S = 0.1


class Generator(Protocol):
    @property
    def name(self) -> str: ...

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        """The next candidate, given all that was tried; None when it has no more ideas."""


class EarlierScripts:
    """A `Generator`: each once."""

    name = "earlier"

    def __init__(self, scripts: Sequence[Candidate]) -> None:
        self._left = list(scripts)

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        return self._left.pop(0) if self._left else None


class WhileThinking:
    """A `Generator`. An answer that is there goes before any idea of the quick one."""

    def __init__(
        self, thinker: Generator, meanwhile: Generator, most: int, cancel: Cancellation
    ) -> None:
        """`most` is how many ideas of the quick one are worth trying."""
        self._thinker = thinker
        self._meanwhile = meanwhile
        self._left = most
        self._cancel = cancel
        self._answer: Future[Candidate | None] | None = None

    @property
    def name(self) -> str:
        return self._thinker.name

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        answer = self._answer or self._asked(case, list(attempts))
        if not answer.done() and (idea := self._idea(case, attempts)):
            return idea
        while not answer.done():
            if self._cancel:
                raise Cancelled
            wait([answer], LOOK_EVERY_S)
        self._answer = None
        return answer.result()

    def _asked(self, case: Case, attempts: Sequence[Attempt]) -> Future[Candidate | None]:
        answer: Future[Candidate | None] = Future()
        work = partial(self._thinker.propose, case, attempts)
        threading.Thread(target=settle, args=(answer, work), daemon=True).start()
        self._answer = answer
        return answer

    def _idea(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        self._left -= 1
        return self._meanwhile.propose(case, attempts) if self._left >= 0 else None


def last_written(attempts: Sequence[Attempt]) -> list[Candidate]:
    """The last script that somebody wrote, rather than a scheme made; [] where there is none."""
    written = [one.candidate for one in attempts if one.candidate.is_free_hand]
    return written[-1:]
