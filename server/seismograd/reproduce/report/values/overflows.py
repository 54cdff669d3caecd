"""Where numbers stop being numbers, as a report tells it: "80 gives 79.3, 95 gives inf"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.report.literals import NUMBER, number_of

LEAST, MOST = 1.0, 1e5
"""Below, it is no matter of size; above, it is no ordinary number."""
_NONE = r"[+-]?(?:inf(?:inity|inite)?|nans?)\b"
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_GIVES = (
    r"\)?`?,?\s(?:(?:it|that|this|already|only)\s)?(?:gives?|gave|returns?|returned|yields?|"
    r"becomes?|is|are|->|=>|→|leads to|results? in|produces?)\s(?:only |just |already |`)*"
)
_ANSWERED = re.compile(rf"(?<![\w.])(?P<given>{NUMBER}){_GIVES}(?P<answer>{_NONE}|{NUMBER})", re.I)
_BEYOND = re.compile(
    r"(?:above|over|beyond|(?:larger|greater|bigger|higher|more) than|exceed(?:s|ing)?|"
    rf"starting (?:at|with|from)|>=?)\s?(?:about |around |roughly |some )?(?P<given>{NUMBER})",
    re.I,
)
_LOST = re.compile(rf"{_NONE}|\boverflow", re.I)
_COUNTED = re.compile(
    r"(?:epochs?|steps?|iterations?|batch(?:es)?|lines?|seeds?|version|#)\s?$", re.I
)
_APART = re.compile(r"\b(?:errors?|differences?|residuals?|deviations?|off by|apart|gaps?)\b", re.I)


@dataclass(frozen=True, slots=True)
class Overflow:
    lost: float
    """With a number of this size nothing is left."""
    kept: float
    """With one of this size all is well."""
    is_difference: bool = False
    """Whether it is how far two numbers are apart."""


def overflow_in(prose: str) -> Overflow | None:
    for sentence in _SENTENCE.split(prose):
        if _LOST.search(sentence):
            for lost, kept in (*_answered(sentence), *_beyond(sentence)):
                if LEAST < lost <= MOST:
                    return Overflow(lost, kept, _APART.search(sentence) is not None)
    return None


def _answered(sentence: str) -> Iterator[tuple[float, float]]:
    """Numbers with what came of them."""
    found = [m for m in _ANSWERED.finditer(sentence) if not _is_counted(sentence, m)]
    lost = [_size(m) for m in found if number_of(m["answer"]) is None]
    kept = [_size(m) for m in found if number_of(m["answer"]) is not None]
    for one in lost:
        yield one, max((size for size in kept if size < one), default=LEAST)


def _beyond(sentence: str) -> Iterator[tuple[float, float]]:
    for match in _BEYOND.finditer(sentence):
        yield 1.2 * _size(match), max(_size(match) / 2, LEAST)


def _is_counted(sentence: str, match: re.Match[str]) -> bool:
    return _COUNTED.search(sentence[: match.start()]) is not None


def _size(match: re.Match[str]) -> float:
    return abs(number_of(match["given"]) or 0.0)
