"""What is looked for, one set of criteria after the other: by the report, else by an adviser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Protocol

from seismograd.llm.errors import Cancelled
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.criterion import Fingerprint

SURE = 0.7
"""A report that makes its criteria at least so likely needs nobody to read it again."""
CLOSE = 0.8
"""Readings whose likelihoods differ by no more than this factor are as good as each other."""
MOST_ADVICE = 2
"""Whoever objects to criteria of their own may settle them once more, and no further."""
NONE_YET = Fingerprint((), "")


class Adviser(Protocol):
    """Somebody who can read a report where its words alone do not say what to look for."""

    @property
    def objection(self) -> str:
        """What there is against the criteria of the last case; "" for nothing."""
        ...

    @property
    def needs(self) -> str:
        """What it says is missing, or why the bug cannot be shown here; "" for nothing."""
        ...

    def criteria(
        self, case: Case, found: Sequence[Fingerprint], objection: str
    ) -> Fingerprint | None:
        """Settled before any code for them is written; None where nothing can be looked for."""
        ...


def settled(
    found: Sequence[Fingerprint],
    adviser: Adviser | None,
    case_of: Callable[[Fingerprint], Case],
) -> Iterator[Fingerprint]:
    """Whoever iterates tries each before the next; the adviser is asked at most twice."""

    if adviser is None:
        yield from found
        return

    def advised(objection: str) -> Iterator[Fingerprint]:
        while len(own) < MOST_ADVICE:
            before = [one for one in (*found, *own) if one is not None]
            own.append(adviser.criteria(case_of(NONE_YET), before, objection))
            if own[-1] is None:
                return
            yield own[-1]
            objection = adviser.objection
            if not objection:
                return

    own: list[Fingerprint | None] = []
    with suppress(Cancelled):
        if _is_doubtful(found):
            yield from advised("")
        objection = ""
        for one in found:
            yield one
            objection = adviser.objection or objection
        if objection:
            yield from advised(objection)


def _is_doubtful(found: Sequence[Fingerprint]) -> bool:
    """Whether nothing is likely, or two readings are about as likely as each other."""
    best, second, *_ = [*sorted((one.confidence for one in found), reverse=True), 0.0, 0.0]
    return best < SURE or second >= CLOSE * best
