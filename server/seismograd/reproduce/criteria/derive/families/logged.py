"""Logs that a report quotes below the command that printed them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.report.values.logged_runs import LoggedRun, is_constant, logged_runs

LOSSES = "losses"
_CONSTANT = ("the loss that is printed stays the same", f'series("{LOSSES}", "constant")')
_NEGATIVE = ("the value is negative", 'measured("value", "<", 0.0)')
_NEVER_NEGATIVE = re.compile(
    r"(?:^|[\s_/-])(?:kld?|kl[\s_-]?(?:div\w*|loss|term)|divergence|dist(?:ance)?s?|var(?:iance)?|std|"
    r"norm|r?mse|mae|l1|l2|ce|bce|cross[\s_-]?entropy|perplexity|ppl|error)$",
    re.I,
)
"""By what they are; a likelihood of densities, and so many a loss, may well be."""
_SAYS_NEGATIVE = re.compile(
    r"\bnegative\b|\b(?:below|under|less than|smaller than|lower than) (?:zero|0|nought)\b|"
    r"< ?0\b|\bminus\b",
    re.I,
)
_SAYS_STILL = re.compile(
    r"\b(?:not|n't|never|nothing|no longer|stops?) (?:\w+ )?"
    r"(?:learn|train|improv|chang|mov|fall|decreas|drop|go|converg|happen)\w*|"
    r"\b(?:flat|stuck|constant|frozen|stays?|same|unchanged|identical|no progress|"
    r"no effect|still)\b|"
    r"\blearns? nothing\b",
    re.I,
)
_BASE_CONSTANT = 0.8
_BASE_NEGATIVE = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    """What is in a log counts where the words beside it complain of the same."""
    return [*_constant(reading), *_negative(reading)]


def is_still(run: LoggedRun) -> bool:
    return run.loss is not None and is_constant(run.columns[run.loss])


def negative_column(run: LoggedRun) -> str | None:
    """From the first line to the last: an estimate may be below nought now and then."""
    known = (name for name in run.columns if _NEVER_NEGATIVE.search(name))
    return next((name for name in known if max(run.columns[name]) < 0), None)


def _constant(reading: Reading) -> Iterator[Fingerprint]:
    """Only beside a log that moves: there is much that prints the same over and over by intent."""
    still = {is_still(run) for run in logged_runs(reading.report) if run.loss is not None}
    if still == {True, False} and _is_said(reading, _SAYS_STILL):
        yield reading.fingerprint("learning", _BASE_CONSTANT, _CONSTANT)


def _negative(reading: Reading) -> Iterator[Fingerprint]:
    found = any(map(negative_column, logged_runs(reading.report)))
    if found and _is_said(reading, _SAYS_NEGATIVE):
        yield reading.fingerprint("value", _BASE_NEGATIVE, _NEGATIVE)


def _is_said(reading: Reading, words: re.Pattern[str]) -> bool:
    """As a question, too: the log has answered it."""
    return words.search(f"{reading.report.title}\n{reading.report.text}") is not None
