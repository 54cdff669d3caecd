"""What a reporter asks or guesses is no fact: "could it be a division by zero?"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.criteria.matching.known_messages import known_messages, spelled_type
from seismograd.reproduce.criteria.matching.names import short_name
from seismograd.reproduce.criteria.matching.wordings import says

WORTH = 0.25
"""What is left of the confidence in an exception that only a guess speaks of."""
_ASKS_WHY = re.compile(r"\W*(?:why|how come|what|how|where|when|which|who)\b", re.I)
"""Such a question takes what it asks about for a fact."""
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|possibly|presumably|supposedly|(?:could|might|may) (?:it )?(?:also )?be|"
    r"i (?:just |only )?(?:wonder|guess|suspect|suppose|assume)|my (?:\w+ )?(?:guess|suspicion|"
    r"hunch|theory|hypothesis)|not (?:quite |really )?sure (?:if|whether|that)|"
    r"no idea (?:if|whether))\b",
    re.I,
)


def is_guess(sentence: str) -> bool:
    if _HEDGE.search(sentence):
        return True
    return sentence.rstrip(" )*_\"'").endswith("?") and not _ASKS_WHY.match(sentence)


def doubted(reading: Reading, crash: Fingerprint) -> Fingerprint:
    """Less sure where all that speaks of its exception are guesses."""
    raises = _raises(crash)
    if raises is None or _is_shown(reading, raises):
        return crash
    said = list(_sentences_about(reading, raises))
    if not said or not all(map(is_guess, said)):
        return crash
    return replace(crash, confidence=round(crash.confidence * WORTH, 3))


def _raises(crash: Fingerprint) -> Raises | None:
    checks = (parse(one.check) for one in crash.criteria)
    return next((check for check in checks if isinstance(check, Raises)), None)


def _is_shown(reading: Reading, raises: Raises) -> bool:
    """Whether a traceback or a block of code or output has it."""
    name = short_name(raises.exception)
    report = reading.report
    return any(one.short_name == name for one in report.tracebacks) or any(
        name in snippet.code for snippet in report.snippets
    )


def _sentences_about(reading: Reading, raises: Raises) -> Iterator[str]:
    for sentence in dict.fromkeys(one.sentence or one.text for one in reading.clauses):
        if _is_about(sentence, raises):
            yield sentence


def _is_about(sentence: str, raises: Raises) -> bool:
    name = short_name(raises.exception)
    if re.search(rf"\b{re.escape(name)}\b", sentence):
        return True
    spelled = spelled_type(sentence)
    if spelled is not None and spelled[1] == name:
        return True
    if any(known.exception == raises.exception for _, known in known_messages(sentence)):
        return True
    return bool(raises.message) and says(sentence, raises.message)
