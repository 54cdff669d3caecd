"""Words that name an exception: "raises a ValueError", "crashes with KeyError: 'mask'"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.checks.check import shortened
from seismograd.reproduce.criteria.checks.places import RaisedIn
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Clause, Where, prose_of
from seismograd.reproduce.criteria.derive.evidence import cue, is_negated
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import write
from seismograd.reproduce.criteria.matching.known_messages import known_messages
from seismograd.reproduce.criteria.matching.reported_message import (
    numbers_of,
    pattern_of,
    without_occasion,
)

_ERROR = re.compile(
    r"(?<![\w.])((?:[A-Za-z_]\w{0,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception|"
    r"Failure))(?!\w)(?::\s?(.{1,300})$|\s?\([\"']?(.{1,300}?)[\"']?\)|"
    r"(?:\s[a-z]{2,12}){0,4}[:,]?\s[\"'“]([^\"'“”]{2,200})[\"'”])?",
    re.M,
)
_LOGGED = re.compile(
    r"^(?:E\s{1,8})?((?:[A-Za-z_]\w{0,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception)): (.{1,400})$",
    re.M,
)
_COMMENT = re.compile(r"#(.{1,300})$", re.M)
_BOOM = re.compile(
    r"\b(?:crash\w*|fails?|breaks?|boom|bang|dies|explodes|blows up|throws|raises|errors?)\b|💥",
    re.I,
)
_COMMENT_WEIGHT = 0.8
_HANDLED = re.compile(r"\b(?:except|catch(?:es|ing)?|caught|handles?|ignor\w+)\b", re.I)
_CRASHES = (
    cue(r"\bcrash(?:es|ed|ing)?\b", 0.6),
    cue(
        r"\b(?:dies|died|explodes|exploded|aborts|chokes|errors)"
        r"(?: (?:out|on|with|in|at|when|if))?\b",
        0.55,
    ),
    cue(r"\b(?:blows|blew|blow) up\b|\bfalls over\b|\bstack ?trace\b|\btraceback\b", 0.55),
    cue(
        r"\b(?:can't|cannot|can not|unable to) (?:handle|deal with|cope with|be called|be used)\b",
        0.4,
    ),
    cue(
        r"\b(?:throws?|raises?|fails? with|gives?|get|getting) (?:an? )?(?:error|exception)s?\b",
        0.6,
    ),
    cue(r"\b(?:fails|failed|breaks|broken)\b", 0.5),
)
_WEIGHTS = {Where.TITLE: 0.85, Where.SYMPTOM: 0.85, Where.BODY: 0.75, Where.STEPS: 0.6}
_LOG_WEIGHT = 0.85
_MENTION_ONLY = 0.9
_NAMELESS = 0.4
_TOLD_SILENT = 0.4


def read(reading: Reading) -> list[Fingerprint]:
    known = {trace.short_name for trace in reading.report.tracebacks}
    named = [*_in_clauses(reading), *_in_logs(reading), *_in_comments(reading)]
    found = [one for one in named if not _is_known(one, known)]
    if not (found or known):
        found += _nameless(reading) or _nameless_in_comments(reading)
    return found


def _in_clauses(reading: Reading) -> Iterator[Fingerprint]:
    for clause in reading.clauses:
        for match in _ERROR.finditer(clause.text):
            handled = _HANDLED.search(clause.text[: match.start()])
            negated = is_negated(clause.text, match.start())
            if not (handled or negated or clause.where is Where.EXPECTED):
                message = _message(_said(clause, match), clause)
                confidence = _WEIGHTS[clause.where] * (1.0 if message else _MENTION_ONLY)
                yield _fingerprint(reading, match[1], message, confidence, clause)


def _said(clause: Clause, match: re.Match[str]) -> str:
    """What stands behind the name; else words of the clause that are known to be said."""
    if told := match[2] or match[3] or match[4]:
        return told
    known = [found[0] for found, one in known_messages(clause.text) if not one.pattern]
    return known[0] if known else ""


def _message(text: str, clause: Clause) -> str:
    """In a title what follows the message is the occasion."""
    return without_occasion(text) if clause.where is Where.TITLE else text


def _in_logs(reading: Reading) -> Iterator[Fingerprint]:
    """A line of a log in a block that is no program."""
    for snippet in reading.report.snippets:
        if snippet.language.lower() not in ("python", "py", "python3"):
            for match in _LOGGED.finditer(snippet.code[:20_000]):
                yield _fingerprint(reading, match[1], match[2], _LOG_WEIGHT)


def _in_comments(reading: Reading) -> Iterator[Fingerprint]:
    """`model(x)  # raises IndexError`"""
    for comment in _comments(reading):
        match = _ERROR.search(comment)
        if match and not is_negated(comment, match.start()):
            yield _fingerprint(reading, match[1], match[2] or match[3] or "", _COMMENT_WEIGHT)


def _nameless_in_comments(reading: Reading) -> list[Fingerprint]:
    """`model(x)  # crashes`"""
    for comment in _comments(reading):
        match = _BOOM.search(comment)
        if match and not is_negated(comment, match.start()):
            fact = ("an exception is raised", write(Raises("Exception")))
            return [reading.fingerprint("crash", _NAMELESS, fact)]
    return []


def _comments(reading: Reading) -> Iterator[str]:
    for snippet in reading.report.snippets:
        if snippet.language.lower() in ("python", "py", "python3"):
            for found in _COMMENT.finditer(snippet.code[:20_000]):
                yield found[1].strip()


def _fingerprint(
    reading: Reading, name: str, message: str, confidence: float, *said: Clause
) -> Fingerprint:
    check = write(Raises(name, pattern_of(message), numbers_of(message)))
    fact = f"{name} is raised"
    if message:
        fact += f" and says: {shortened(message, 160)}"
    if reading.says_silent and not message:
        confidence *= _TOLD_SILENT
    return reading.fingerprint("crash", confidence, (fact, check), said=said)


def _is_known(one: Fingerprint, known: set[str]) -> bool:
    """Whether a traceback says it already, and better."""
    return any(f'("{name}"' in one.criteria[0].check for name in known if name)


def _nameless(reading: Reading) -> list[Fingerprint]:
    """It crashes, and nobody says how: any exception counts that comes through a cited file."""
    evidence = reading.weigh(_CRASHES)
    if not evidence or reading.says_silent or not _is_about_running(reading):
        return []
    facts = [("an exception is raised", write(Raises("Exception")))]
    for place in reading.report.places[:1]:
        if place.file.endswith(".py"):
            facts.append((f"it comes through {place.file}", write(RaisedIn(place.file))))
    confidence = _NAMELESS * evidence.score
    return [reading.fingerprint("crash", confidence, *facts, said=evidence.clauses)]


def _is_about_running(reading: Reading) -> bool:
    """A crash without any name from the code is nothing that can be looked for."""
    report = reading.report
    return bool(
        report.names or report.places or report.snippets or prose_of(report.text).count("(")
    )
