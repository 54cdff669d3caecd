"""Where and when a fact shall be seen, in the report's own words and values."""

from __future__ import annotations

import re
from collections.abc import Iterable

from seismograd.reproduce.criteria.derive.clauses import Clause
from seismograd.reproduce.report.bug_report import BugReport, NamedValue

_CONDITIONS = (
    re.compile(r"\b(?:when(?:ever)?|if|after|while|during|once|unless|as soon as)\s.{3,100}", re.I),
    re.compile(r"\b(?:with|using|for)\s(?!\w*Error)[^.,;:]{3,40}(?=[.,;:]|$)", re.I),
)
_MAX_VALUES = 5
_MAX_PLACES = 2
_ANYWHERE = "as the report has it"


def scope_of(report: BugReport, said: Iterable[Clause] = ()) -> str:
    """The condition that the report names, its values and its places."""
    sentences = [clause.sentence or clause.text for clause in said]
    parts = [_condition([*sentences, report.title]), _values(report), _places(report)]
    return "; ".join(part for part in parts if part) or _ANYWHERE


def _condition(sentences: list[str]) -> str:
    for pattern in _CONDITIONS:
        for sentence in sentences:
            found = pattern.search(sentence)
            if found:
                return _one_clause(found[0])
    return ""


def _one_clause(text: str) -> str:
    return re.split(r"[,;:]\s|\.\s|\s(?:but|however|then)\s", text)[0].strip(" .,")


def _values(report: BugReport) -> str:
    told = [_assignment(value) for value in report.values[:_MAX_VALUES]]
    return f"with {', '.join(told)}" if told else ""


def _assignment(value: NamedValue) -> str:
    shown = value.value if isinstance(value.value, str) else repr(value.value)
    return f"{value.name}={shown}"


def _places(report: BugReport) -> str:
    files = list(dict.fromkeys(place.file for place in report.places))[:_MAX_PLACES]
    return f"in {', '.join(files)}" if files else ""
