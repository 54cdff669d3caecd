"""What is looked for, one set of criteria after the other: by the report, else by a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from seismograd.llm.errors import Cancelled
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.sources import python_files
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.report.bug_report import BugReport

WORTH_TRYING = 0.5
"""Fingerprints that are less likely than this share of the best are left alone."""
MOST_FINGERPRINTS = 3
NEVER_RIGHT = ("evaluation", "batch", "mask", "reload")
"""What is a bug wherever it is seen: tried also where other words are plainer."""
MOST_NEVER_RIGHT = 3
SURE = 0.7
"""A report that makes its criteria at least so likely needs nobody to read it again."""
CLOSE = 0.8
"""Readings whose likelihoods differ by no more than this factor are as good as each other."""
MOST_ADVICE = 2
"""Whoever objects to criteria of their own may settle them once more, and no further."""
NONE_YET = Fingerprint((), "")


class CriteriaProvider(Protocol):
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


def fingerprints(report: BugReport, root: Path) -> list[Fingerprint]:
    """What a run can be checked for, by the report, the likeliest first."""
    found = derive(report, python_files(root))
    least = WORTH_TRYING * max((one.confidence for one in found), default=0.0)
    likely = [one for one in found if one.confidence >= least][:MOST_FINGERPRINTS]
    never = [one for one in found if one.symptom in NEVER_RIGHT and one not in likely]
    return [*likely, *never[:MOST_NEVER_RIGHT]]


def select_criteria(
    found: Sequence[Fingerprint],
    provider: CriteriaProvider,
    case_of: Callable[[Fingerprint], Case],
) -> Iterator[Fingerprint]:
    """Whoever iterates tries each before the next; the provider is asked at most twice."""

    def provided(objection: str) -> Iterator[Fingerprint]:
        while len(own) < MOST_ADVICE:
            before = [one for one in (*found, *own) if one is not None]
            own.append(provider.criteria(case_of(NONE_YET), before, objection))
            if own[-1] is None:
                return
            yield own[-1]
            objection = provider.objection
            if not objection:
                return

    own: list[Fingerprint | None] = []
    with suppress(Cancelled):
        if _is_doubtful(found):
            yield from provided("")
        objection = ""
        for one in found:
            yield one
            objection = provider.objection or objection
        if objection:
            yield from provided(objection)


def _is_doubtful(found: Sequence[Fingerprint]) -> bool:
    """Whether nothing is likely, or two readings are about as likely as each other."""
    best, second, *_ = [*sorted((one.confidence for one in found), reverse=True), 0.0, 0.0]
    return best < SURE or second >= CLOSE * best
