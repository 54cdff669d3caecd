"""The prose of a report, clause by clause: code, tracebacks and versions are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from seismograd.reproduce.report.bug_report import BugReport

MAX_PROSE = 40_000
_MAX_CLAUSES = 300
_MAX_CLAUSE = 400


class Where(StrEnum):
    TITLE = "title"
    SYMPTOM = "symptom"
    BODY = "body"
    STEPS = "steps"
    EXPECTED = "expected"
    """Also a clause elsewhere that speaks of what should be."""


WEIGHTS = {
    Where.TITLE: 0.9,
    Where.SYMPTOM: 0.8,
    Where.BODY: 0.65,
    Where.EXPECTED: 0.5,
    Where.STEPS: 0.3,
}
"""How much words speak for what the report is about."""


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    where: Where
    sentence: str = ""
    """What it is a part of; sentences with a "but" have two."""


FENCE = re.compile(r"^ {0,3}(?:```|~~~).*?(?:^ {0,3}(?:```|~~~)[^\n]*$|\Z)", re.M | re.S)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_CODE_LINE = re.compile(r"^(?:\s{4,}|\t|>>>|\.\.\. |\s*File \"|Traceback \(|\s*In \[\d)")
_HEADING = re.compile(r"^(?:#{1,6}\s*|\*\*)([^*\n]{1,80}?)(?:\*\*)?:?\s*$")
_LABEL = re.compile(r"^\s*[-*]?\s*\**([A-Za-z][A-Za-z ]{2,40})\**\s*:\**\s+(?=\S)")
_EXPECTED_HEADING = re.compile(r"\bexpect", re.I)
_STEPS_HEADING = re.compile(r"\b(?:reproduc|steps)", re.I)
_SYMPTOM_HEADING = re.compile(
    r"\b(?:actual|observed|current|symptom|bug|problem|happens|issue)", re.I
)
_SKIPPED_HEADING = re.compile(
    r"\b(?:environment|versions?|system|platform|checklist|installation|dependencies|os\b)", re.I
)
_OPTION = re.compile(r"[\s,.*]*--[a-z]")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_TURN = re.compile(
    r"(?:,\s*|\s+|^)(?:but|however|although|though|whereas|yet|nevertheless|instead,|and then)\b",
    re.I,
)
_NO_APOSTROPHE = re.compile(
    r"\b(does|do|did|is|are|was|were|wo|ca|could|would|has|have|had)nt\b", re.I
)
_SHOULD = re.compile(
    r"\b(?:should|shall|ought to|supposed to|(?:would|'d) (?:have )?expect(?:ed)?|"
    r"i expect(?:ed)?|we expect(?:ed)?|"
    r"is expected|are expected|was expected|expected (?:to|that|behaviou?r|result|output)|"
    r"must|want(?:ed)? (?:it|the|to))\b",
    re.I,
)


_NEGATION = re.compile(
    r"(?:\b(?:no|not|never|without|neither|nor|none|cannot|instead of|rather than|avoids?|"
    r"prevents?)|n't)(?P<between>(?:\s+(?!and\b|because\b|since\b)[\w'-]+){0,4})\s*$",
    re.I,
)


def is_negated(text: str, start: int, within: int = 4) -> bool:
    """Whether what begins there is said not to be: "no NaN", "does not crash".

    `within` are the words that may stand between.
    """
    found = _NEGATION.search(text[max(0, start - 60) : start])
    return found is not None and len(found["between"].split()) <= within


def clauses_of(report: BugReport) -> tuple[Clause, ...]:
    """In the order of their weight: title, symptom, the rest."""
    parts = [
        (report.title, Where.TITLE),
        (report.symptom, Where.SYMPTOM),
        (report.expected, Where.EXPECTED),
        ("\n".join(report.steps), Where.STEPS),
    ]
    found: list[Clause] = []
    for text, where in [*parts, *_sections(report.text)]:
        found += _clauses(text, where)
    return _without_repetition(found)


def prose_of(text: str) -> str:
    """A text without its code and what it commented out."""
    kept = _COMMENT.sub("", FENCE.sub("\n", text[:MAX_PROSE]))
    lines = (line for line in kept.splitlines() if not _CODE_LINE.match(line))
    return _NO_APOSTROPHE.sub(r"\1n't", "\n".join(lines).replace("`", "").replace("’", "'"))


def _sections(text: str) -> Iterator[tuple[str, Where]]:
    where: Where | None = Where.BODY
    for line in prose_of(text).splitlines():
        heading = _HEADING.match(line.strip())
        if heading:
            where = _where(heading[1])
        elif where is not None:
            label = _LABEL.match(line)
            here = _where(label[1]) if label else where
            yield line, here or Where.BODY


def _where(heading: str) -> Where | None:
    """Whose section it is; None for one that tells nothing of the bug."""
    if _EXPECTED_HEADING.search(heading):
        return Where.EXPECTED
    if _SKIPPED_HEADING.search(heading):
        return None
    if _SYMPTOM_HEADING.search(heading):
        return Where.SYMPTOM
    return Where.STEPS if _STEPS_HEADING.search(heading) else Where.BODY


def _clauses(text: str, where: Where) -> Iterator[Clause]:
    for sentence in _SENTENCE.split(prose_of(text)):
        sentence = sentence.strip()[: 2 * _MAX_CLAUSE]
        for clause in _TURN.split(sentence):
            marks = " ,.*" if _OPTION.match(clause) else " ,.-*"
            clause = clause.strip(marks)[:_MAX_CLAUSE]
            if len(clause) > 2:
                yield Clause(clause, _speaks_of(clause, where), sentence)


def is_wish(text: str) -> bool:
    """Whether it says what should be."""
    return _SHOULD.search(text) is not None


def _speaks_of(clause: str, where: Where) -> Where:
    return Where.EXPECTED if is_wish(clause) else where


def _without_repetition(clauses: list[Clause]) -> tuple[Clause, ...]:
    first: dict[str, Clause] = {}
    for clause in clauses:
        first.setdefault(clause.text.lower(), clause)
    return tuple(first.values())[:_MAX_CLAUSES]
