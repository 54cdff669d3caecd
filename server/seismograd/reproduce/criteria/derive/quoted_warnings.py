"""A message that a report quotes as a warning is no exception."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.checks.warns import Warns
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import parse, write
from seismograd.reproduce.criteria.matching.tolerant_text import plain, says

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
