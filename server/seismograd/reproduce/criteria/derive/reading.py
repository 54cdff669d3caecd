"""A report as the families read it: its clauses, and how fingerprints are made from them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Clause, clauses_of
from seismograd.reproduce.criteria.derive.contrast import Contrast, contrasts_in
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.report.bug_report import BugReport, NamedValue

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


_CONDITIONS = (
    re.compile(r"\b(?:when(?:ever)?|if|after|while|during|once|unless|as soon as)\s.{3,100}", re.I),
    re.compile(r"\b(?:with|using|for)\s(?!\w*Error)[^.,;:]{3,40}(?=[.,;:]|$)", re.I),
)
_MAX_VALUES = 5
_MAX_PLACES = 2
_ANYWHERE = "as the report has it"


def scope_of(report: BugReport, said: Iterable[Clause] = ()) -> str:
    """Where and when: the condition that the report names, its values and its places."""
    sentences = [clause.sentence or clause.text for clause in said]
    parts = [_condition([*sentences, report.title]), _values(report), _places(report)]
    return "; ".join(part for part in parts if part) or _ANYWHERE


def _condition(sentences: list[str]) -> str:
    found = (pattern.search(sentence) for pattern in _CONDITIONS for sentence in sentences)
    first = next((match[0] for match in found if match), "")
    return re.split(r"[,;:]\s|\.\s|\s(?:but|however|then)\s", first)[0].strip(" .,")


def _values(report: BugReport) -> str:
    told = [_assignment(value) for value in report.values[:_MAX_VALUES]]
    return f"with {', '.join(told)}" if told else ""


def _assignment(value: NamedValue) -> str:
    shown = value.value if isinstance(value.value, str) else repr(value.value)
    return f"{value.name}={shown}"


def _places(report: BugReport) -> str:
    files = list(dict.fromkeys(place.file for place in report.places))[:_MAX_PLACES]
    return f"in {', '.join(files)}" if files else ""
