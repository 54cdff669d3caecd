"""A message that a report quotes as a warning, and a warning that it tells of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.checks.check import shortened
from seismograd.reproduce.criteria.checks.output import Warns
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Clause, Where
from seismograd.reproduce.criteria.derive.evidence import is_negated
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import parse, write
from seismograd.reproduce.criteria.matching.reported_message import pattern_of
from seismograd.reproduce.criteria.matching.wordings import plain, says

_NAMED = re.compile(
    r"\b((?:[a-z_]\w{0,40}\.){0,5}[A-Z]\w{0,40}Warning)\b"
    r"(?::\s(.{1,300})|(?:\s[a-z]{2,12}){0,4}[:,]?\s[\"'“]([^\"“”]{4,300})[\"'”]|"
    r"\s(?:about|of|for)\s(\w*_\w+))?"
)
_LOGGED = re.compile(r"((?:[a-z_]\w{0,40}\.){0,5}[A-Z]\w{0,40}Warning): (.{5,300})$", re.M)
_UNNAMED = re.compile(
    r"\bwarn(?:s|ed|ing|ings)?\b(?:\s[a-z]{1,12}){0,4}[:,]?\s[\"'“]([^\"“”]{10,300})[\"'”]", re.I
)
_IN_TITLE = 0.7
_SPOKEN_OF_IN_TITLE = 0.5
_ELSEWHERE = 0.3
"""Logs are full of warnings; few reports are about them."""
_WITH_MESSAGE = 1.1
_ANY = "Warning"


def read(reading: Reading) -> list[Fingerprint]:
    """The best of what is said: with its words, where it has some."""
    is_topic = re.search(r"\bwarn|Warning\b", reading.report.title) is not None
    told = [
        _fingerprint(reading, clause, category, message, is_topic)
        for clause in reading.clauses
        if clause.where is not Where.EXPECTED
        for category, message in _warnings(clause)
    ]
    return [*told, *_in_logs(reading, is_topic)]


def _in_logs(reading: Reading, is_topic: bool) -> Iterator[Fingerprint]:
    """A line of what was printed."""
    for snippet in reading.report.snippets:
        if snippet.language.lower() not in ("python", "py", "python3"):
            for match in _LOGGED.finditer(snippet.code[:20_000]):
                shown = Clause(match[2], Where.TITLE if is_topic else Where.BODY, match[2])
                yield _fingerprint(reading, shown, match[1], match[2], is_topic)


def _warnings(clause: Clause) -> Iterator[tuple[str, str]]:
    named = _NAMED.search(clause.text)
    if named:
        if not is_negated(clause.text, named.start()):
            yield named[1], named[2] or named[3] or named[4] or ""
        return
    for sentence in (clause.text, clause.sentence):
        unnamed = _UNNAMED.search(sentence)
        if unnamed:
            yield _ANY, unnamed[1]
            return


def _fingerprint(
    reading: Reading, clause: Clause, category: str, message: str, is_topic: bool
) -> Fingerprint:
    confidence = _SPOKEN_OF_IN_TITLE if is_topic else _ELSEWHERE
    if clause.where is Where.TITLE:
        confidence = _IN_TITLE if message else _SPOKEN_OF_IN_TITLE
    if message:
        confidence = max(confidence, _IN_TITLE if is_topic else 0.0) * _WITH_MESSAGE
    fact = f"{category} is given" + (f": {shortened(message, 160)}" if message else "")
    check = write(Warns(category, pattern_of(message)))
    return reading.fingerprint("warning", confidence, (fact, check), said=[clause])


_ANY_EXCEPTION = ("Exception", "BaseException")
_CATEGORY = re.compile(r"\b((?:[a-z_]\w{0,40}\.){0,5}[A-Z]\w{0,40}Warning)\b")
_WARNS = re.compile(r"\bwarn(?:s|ed|ing|ings)?\b|Warning\b", re.I)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n{2,}")
MOST_TEXT = 40_000


def as_warnings(reading: Reading, crash: Fingerprint) -> Fingerprint:
    """The same, or a warning with that message where the report calls it one."""
    raises = next(
        (
            check
            for check in (parse(one.check) for one in crash.criteria)
            if isinstance(check, Raises)
        ),
        None,
    )
    if raises is None or raises.exception not in _ANY_EXCEPTION or not raises.message:
        return crash
    category = _warned(reading, raises.message)
    if not category:
        return crash
    fact = crash.criteria[0].fact.replace("an exception is raised", f"{category} is given")
    check = write(Warns(category, raises.message))
    return reading.fingerprint("warning", crash.confidence, (fact, check))


def _warned(reading: Reading, message: str) -> str:
    """The category, `Warning` where none is named; "" where nobody calls it a warning."""
    text = f"{reading.report.title}\n\n{reading.report.text[:MOST_TEXT]}"
    for sentence in _SENTENCE.split(text):
        if not _WARNS.search(sentence) or not says(plain(sentence), message):
            continue
        category = _CATEGORY.search(sentence)
        return category[1] if category else "Warning"
    return ""
