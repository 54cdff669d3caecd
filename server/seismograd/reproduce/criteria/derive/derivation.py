"""All families read the report; what they propose is ranked."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection
from dataclasses import replace

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.families import (
    contrasted,
    named_errors,
    quoted_messages,
    shown,
    signal_crash,
    silent_symptoms,
    traceback_crash,
)
from seismograd.reproduce.criteria.derive.guesses import doubted
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.report.bug_report import BugReport, ReportedTraceback
from seismograd.time_limit import TimeLimit, TookTooLong

log = logging.getLogger(__name__)
ERRORS = (traceback_crash, named_errors, quoted_messages, signal_crash)
SILENT = (shown, contrasted, silent_symptoms)
"""Modules whose `read` makes fingerprints of a reading."""
LEAST_CONFIDENCE = 0.15
"""Below this a family would be a guess."""
MAX_FINGERPRINTS = 8
_NO_BUG = re.compile(
    r"^\W*(?:feature(?: request\b|s?\s?[:\]])|request(?:\s?[:\]]| for\b)|proposal\b|rfc\b|"
    r"add (?:support|an?|the|new|more|option|ability)\b|support (?:for|of)\b|"
    r"please (?:add|support|provide|consider)\b|better (?:default|error|documentation|support)|"
    r"docs?\b|documentation\b|typo\b|release (?:notes|v?\d)|improve\b|refactor\b|"
    r"how (?:to|do|can|should)\b|can (?:you|i|we)\b|could (?:you|i|we)\b|is it possible|"
    r"where (?:is|can)\b|any plans?\b)",
    re.I,
)
"""Titles of wishes, questions and news."""
_NOT_A_BUG = 0.15
_QUESTION = re.compile(r"^\W*(?:question|help|discussion)\b", re.I)
DERIVING_SECONDS = 20.0
"""Processor time for one report; long ones of real trackers take one second."""
_A_QUESTION = 0.7
_SURE_CRASH = 0.6
_BESIDE_A_CRASH = 0.5
"""Where an exception is named, words that fit a silent bug are likely said by the way."""


def derive(report: BugReport, files: Collection[str] = ()) -> list[Fingerprint]:
    """Alternative fingerprints, the best first; none where the report names nothing checkable.

    `files` are those of the project; with them the frames of a traceback that are its own are
    told from the reporter's and from installed packages.
    """
    try:
        with TimeLimit(DERIVING_SECONDS):
            return _derived(report, files)
    except TookTooLong as error:
        log.warning("no criteria are derived: the report %s", error)
        return []


def _derived(report: BugReport, files: Collection[str]) -> list[Fingerprint]:
    reading = Reading.of(report, files)
    errors = [doubted(reading, found) for family in ERRORS for found in family.read(reading)]
    told = Reading.of(_without_error_texts(report), files)
    silent = [found for family in SILENT for found in family.read(told)]
    if any(one.confidence >= _SURE_CRASH for one in errors):
        silent = [_less_sure(one, _BESIDE_A_CRASH) for one in silent]
    doubt = 1.0 if report.tracebacks else _doubt(report.title)
    return _ranked([_less_sure(one, doubt) for one in (*errors, *silent)])


def _less_sure(one: Fingerprint, share: float) -> Fingerprint:
    return replace(one, confidence=round(one.confidence * share, 3))


def _doubt(title: str) -> float:
    """How much is left of confidence that rests on words, where a title tells of something else."""
    if _NO_BUG.search(title):
        return _NOT_A_BUG
    return _A_QUESTION if _QUESTION.search(title) else 1.0


def _ranked(found: list[Fingerprint]) -> list[Fingerprint]:
    likely = [one for one in found if one.confidence >= LEAST_CONFIDENCE]
    best: dict[tuple[str, ...], Fingerprint] = {}
    for one in sorted(likely, key=lambda fingerprint: -fingerprint.confidence):
        best.setdefault(tuple(criterion.check for criterion in one.criteria), one)
    return list(best.values())[:MAX_FINGERPRINTS]


_SHORTEST_TEXT = 8
"""Shorter messages are words that people use as well."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_COMPARES = "AssertionError"
"""Its message is of whoever wrote the test, who compares values."""


def _without_error_texts(report: BugReport) -> BugReport:
    """Words and numbers of errors are the machine's: "expected 4 channels, got 3" is no value."""
    texts = [text for trace in report.tracebacks for text in _texts(trace)]
    for message in quoted_messages.quoted_messages(report):
        texts += _SENTENCE_END.split(message)
    if not texts:
        return report
    # Lines of a paragraph may be broken within a message.
    words = (r"\s+".join(map(re.escape, text.split())) for text in texts)
    found = re.compile("|".join(sorted(words, key=len, reverse=True)))
    return replace(
        report,
        title=found.sub(" ", report.title),
        symptom=found.sub(" ", report.symptom),
        expected=found.sub(" ", report.expected),
        text=found.sub(" ", report.text),
    )


def _texts(trace: ReportedTraceback) -> list[str]:
    """Whole lines of the message."""
    if trace.short_name == _COMPARES:
        return []
    lines = {line.strip() for line in trace.message.splitlines()}
    return [one for one in lines if len(one) >= _SHORTEST_TEXT]
