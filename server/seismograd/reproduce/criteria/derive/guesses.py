"""What a reporter only guesses, or quotes from memory, makes no sure criteria."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.criteria.matching.names import short_name
from seismograd.reproduce.criteria.matching.wordings import says

OF_A_GUESS = 0.25
"""What is left of the confidence in an exception that only a guess speaks of."""
OF_A_MEMORY = 0.7
"""And in a message whose words are not exact: whoever writes the scripts reads it again."""
_ASKS_WHY = re.compile(r"\W*(?:why|how come|what|how|where|when|which|who)\b", re.I)
"""Such a question takes what it asks about for a fact."""
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|possibly|presumably|supposedly|(?:could|might|may) (?:it )?(?:also )?be|"
    r"i (?:just |only )?(?:wonder|guess|suspect|suppose|assume)|my (?:\w+ )?(?:guess|suspicion|"
    r"hunch|theory|hypothesis)|not (?:quite |really )?sure (?:if|whether|that)|"
    r"no idea (?:if|whether))\b",
    re.I,
)
_FROM_MEMORY = re.compile(
    r"\b(?:(?:from|by) memory|if i (?:remember|recall)|iirc|paraphras\w+|something (?:like|similar|"
    r"along|about)|or (?:something|similar)|(?:not|n't) (?:\w+ ){0,3}exact)\b",
    re.I,
)


def is_guess(sentence: str) -> bool:
    if _HEDGE.search(sentence):
        return True
    return sentence.rstrip(" )*_\"'").endswith("?") and not _ASKS_WHY.match(sentence)


def doubted(reading: Reading, crash: Fingerprint) -> Fingerprint:
    """Less sure where all that speaks of its exception are guesses, or its words are not exact."""
    checks = (parse(one.check) for one in crash.criteria)
    raises = next((check for check in checks if isinstance(check, Raises)), None)
    if raises is None:
        return crash
    said = [] if _is_shown(reading, raises) else list(_sentences_about(reading, raises))
    if said and all(map(is_guess, said)):
        return replace(crash, confidence=round(crash.confidence * OF_A_GUESS, 3))
    if raises.message and _is_from_memory(reading):
        return replace(crash, confidence=round(crash.confidence * OF_A_MEMORY, 3))
    return crash


def _is_from_memory(reading: Reading) -> bool:
    """A traceback with frames was copied, whatever the report says beside it."""
    copied = any(trace.frames for trace in reading.report.tracebacks)
    return not copied and any(_FROM_MEMORY.search(clause.text) for clause in reading.clauses)


def _is_shown(reading: Reading, raises: Raises) -> bool:
    """Whether a traceback or a block of code or output has it."""
    name = short_name(raises.exception)
    report = reading.report
    return any(one.short_name == name for one in report.tracebacks) or any(
        name in snippet.code for snippet in report.snippets
    )


def _sentences_about(reading: Reading, raises: Raises) -> Iterator[str]:
    name = re.compile(rf"\b{re.escape(short_name(raises.exception))}\b")
    for sentence in dict.fromkeys(one.sentence or one.text for one in reading.clauses):
        if name.search(sentence) or (raises.message and says(sentence, raises.message)):
            yield sentence
