"""Exceptions and warnings that a report names: in a sentence, a line of a log, a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.criteria.checks.check import shortened
from seismograd.reproduce.criteria.checks.output import Warns
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import (
    Clause,
    Where,
    is_negated,
    is_wish,
)
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import write
from seismograd.reproduce.criteria.matching.names import short_name
from seismograd.reproduce.criteria.matching.reported_message import (
    numbers_of,
    pattern_of,
    without_occasion,
)
from seismograd.reproduce.report.bug_report import BugReport

_NAME = r"(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception|Failure|Warning)"
_NAMED = re.compile(
    rf"(?<![\w.])({_NAME})(?!\w)(?::\s?(.{{1,300}})$|\s?\([\"']?(.{{1,300}}?)[\"']?\)|"
    r"(?:\s[a-z]{2,12}){0,4}[:,]?\s[\"'“]([^\"'“”]{2,200})[\"'”]|"
    r"\s(?:about|of|for)\s(\w*_\w+)|\s(?:that says|saying|which says)[:,]?\s(.{8,300})$)?",
    re.M,
)
_LOGGED = re.compile(rf"^(?:E\s{{1,8}}|\S{{1,300}}:\d+: )?({_NAME}): (.{{1,400}})$", re.M)
_COMMENT = re.compile(r"#(.{1,300})$", re.M)
_HANDLED = re.compile(r"\b(?:except|catch(?:es|ing)?|caught|handles?|ignor\w+)\b", re.I)
_WEIGHTS = {
    Where.TITLE: 0.85,
    Where.SYMPTOM: 0.85,
    Where.BODY: 0.75,
    Where.EXPECTED: 0.7,
    Where.STEPS: 0.6,
}
_LOG_WEIGHT = 0.85
_COMMENT_WEIGHT = 0.8
_MENTION_ONLY = 0.9
_TOLD_SILENT = 0.4
_WARNING = "Warning"
_BY_THE_WAY = 0.4
"""Logs are full of warnings; few reports are about them."""
_PYTHON = ("python", "py", "python3")
_MOST_CODE = 20_000


@dataclass(frozen=True, slots=True)
class _Mention:
    name: str
    message: str
    confidence: float
    said: tuple[Clause, ...] = ()


def read(reading: Reading) -> Iterator[Fingerprint]:
    """What no traceback says already, and better."""
    known = {trace.short_name for trace in reading.report.tracebacks}
    for one in (*_in_clauses(reading), *_in_blocks(reading.report)):
        if short_name(one.name) not in known:
            yield _fingerprint(reading, one)


def _in_clauses(reading: Reading) -> Iterator[_Mention]:
    for clause in reading.clauses:
        for match in _NAMED.finditer(clause.text):
            if _is_told(clause, match.start()):
                message = _message(match)
                if clause.where is Where.TITLE:
                    message = without_occasion(message)
                yield _Mention(match[1], message, _WEIGHTS[clause.where], (clause,))


def _is_told(clause: Clause, start: int) -> bool:
    """Neither handled, denied nor wished for; a message itself may say what must be."""
    before = clause.text[:start]
    is_wished = is_wish(before) or not is_wish(clause.text)
    if clause.where is Where.EXPECTED and is_wished:
        return False
    return not (_HANDLED.search(before) or is_negated(clause.text, start))


def _in_blocks(report: BugReport) -> Iterator[_Mention]:
    """A line of a log; or a comment: `model(x)  # raises IndexError`."""
    for snippet in report.snippets:
        code = snippet.code[:_MOST_CODE]
        if snippet.language.lower() not in _PYTHON:
            for logged in _LOGGED.finditer(code):
                yield _Mention(logged[1], logged[2], _LOG_WEIGHT)
            continue
        for comment in _COMMENT.findall(code):
            named = _NAMED.search(comment)
            if named and not is_negated(comment, named.start()):
                yield _Mention(named[1], _message(named), _COMMENT_WEIGHT)


def _message(match: re.Match[str]) -> str:
    return next((text for text in match.groups()[1:] if text), "")


def _fingerprint(reading: Reading, one: _Mention) -> Fingerprint:
    confidence = one.confidence * (1.0 if one.message else _MENTION_ONLY)
    told = f" and says: {shortened(one.message, 160)}" if one.message else ""
    if one.name.endswith(_WARNING):
        if _WARNING.lower() not in reading.report.title.lower():
            confidence *= _BY_THE_WAY
        check = write(Warns(one.name, pattern_of(one.message)))
        fact = (f"{one.name} is given{told}", check)
        return reading.fingerprint("warning", confidence, fact, said=one.said)
    if reading.says_silent and not one.message:
        confidence *= _TOLD_SILENT
    check = write(Raises(one.name, pattern_of(one.message), numbers_of(one.message)))
    fact = (f"{one.name} is raised{told}", check)
    return reading.fingerprint("crash", confidence, fact, said=one.said)
