"""A report as the families read it: its clauses, and how fingerprints are made from them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Clause, clauses_of
from seismograd.reproduce.criteria.derive.contrast import Contrast, contrasts_in
from seismograd.reproduce.criteria.derive.evidence import Cue, Evidence, weigh
from seismograd.reproduce.criteria.derive.scope import scope_of
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.report.bug_report import BugReport

_NO_CRASH = re.compile(
    r"\b(?:no (?:error|exception|crash|warning)s?\b|"
    r"without (?:any |an )?(?:error|exception|crash|warning)|silent(?:ly)?\b|"
    r"(?:not|n't|never) (?:crash|raise|fail|throw|error))",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Reading:
    report: BugReport
    clauses: tuple[Clause, ...]
    contrasts: tuple[Contrast, ...]
    files: frozenset[str] = frozenset()
    """The files of the project, where they are known."""

    @classmethod
    def of(cls, report: BugReport, files: Collection[str] = ()) -> Reading:
        clauses = clauses_of(report)
        return cls(report, clauses, contrasts_in(report, clauses), frozenset(files))

    def weigh(self, cues: Iterable[Cue]) -> Evidence:
        return weigh(self.clauses, cues)

    @property
    def says_silent(self) -> bool:
        """Whether the report says itself that nothing crashes."""
        return any(_NO_CRASH.search(clause.text) for clause in self.clauses)

    def fingerprint(
        self,
        family: str,
        confidence: float,
        *facts: tuple[str, str],
        said: Iterable[Clause] = (),
    ) -> Fingerprint:
        """Of facts in plain words with their checks; the clauses that said so give the scope."""
        scope = scope_of(self.report, said)
        for _, check in facts:
            parse(check)
        criteria = (
            Criterion(f"c{number}", fact, scope, check)
            for number, (fact, check) in enumerate(facts, start=1)
        )
        return Fingerprint(tuple(criteria), family, round(min(0.98, confidence), 3))
