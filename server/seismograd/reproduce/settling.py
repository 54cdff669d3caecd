"""What is looked for, one set of criteria after the other: by the report, else by an adviser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Protocol

from seismograd.llm.errors import Cancelled
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.criterion import Fingerprint

SURE = 0.5
"""A report that makes its criteria at least so likely needs nobody to read it again."""
NONE_YET = Fingerprint((), "")


class Adviser(Protocol):
    """Somebody who can read a report where its words alone do not say what to look for."""

    @property
    def objection(self) -> str:
        """What there is against the criteria of the last case; "" for nothing."""
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
    """Whoever iterates tries each before the next; the adviser is asked at most once."""

    if adviser is None:
        yield from found
        return

    def advised(objection: str) -> Iterator[Fingerprint]:
        with suppress(Cancelled):
            own = adviser.criteria(case_of(NONE_YET), found, objection)
            yield from () if own is None else (own,)

    may_ask = True
    if max((one.confidence for one in found), default=0.0) < SURE:
        may_ask = False
        yield from advised("")
    for one in found:
        yield one
        if may_ask and adviser.objection:
            may_ask = False
            yield from advised(adviser.objection)
