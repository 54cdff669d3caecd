"""How large the numbers of a user are: "rents from 272 to 2112", "targets around 5000"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.report.literals import NUMBER, number_of
from seismograd.reproduce.report.values.amounts import singular

LARGEST = 1e7
"""What is larger is no ordinary number: that it goes wrong is no wonder."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_FINE = re.compile(
    r"\b(?:works?|fine|nicely|no problems?|trains well|as expected|(?:is|are) ok(?:ay)?)\b", re.I
)
_NOUN = r"(?P<noun>[A-Za-z_]{1,30})"
_VERB = r"(?:\s(?:are|is|was|were|range|ranges|ranging|lie|lies|go|goes|run|vary|being|have|with))?"
_WORDS = r"(?:\s(?:values?|numbers?|all|mostly|somewhere|usually|typically))?"
_BETWEEN = re.compile(
    rf"{_NOUN}{_VERB}{_WORDS}(?:,)?\s(?:from|between|in(?: the range)?(?: of)?|of)\s[\[(]?"
    rf"(?P<low>{NUMBER})\s?(?:to|and|-|–|\.\.\.?|,)\s?(?P<high>{NUMBER})",
    re.I,
)
_ABOUT = re.compile(
    rf"{_NOUN}{_VERB}{_WORDS}\s(?:around|about|near|up to|as (?:large|high|big) as|of (?:about|"
    rf"around|up to)|in the order of|~|≈|reach(?:es|ing)?)\s?(?P<high>{NUMBER})",
    re.I,
)
_NO_NOUN = re.compile(
    r"(?:lr|rate|epochs?|seeds?|steps?|batch(?:es)?|sizes?|loss(?:es)?|accurac\w+|versions?|"
    r"and|or|is|are|it|that|this|goes|from|to|numbers|so|went|moved|\w+ed|rises?|rose|falls?|fell|"
    r"drops?|jumps?|shrinks?|grows?)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Range:
    noun: str
    """Of what, one of it, in small letters."""
    low: float
    high: float


def ranges_in(prose: str) -> list[Range]:
    """Without those that are said to be no trouble."""
    return list(dict.fromkeys(_ranges(prose)))


def _ranges(prose: str) -> Iterator[Range]:
    for sentence in _SENTENCE.split(prose):
        if _FINE.search(sentence):
            continue
        for match in (*_BETWEEN.finditer(sentence), *_ABOUT.finditer(sentence)):
            found = _range(match)
            if found is not None:
                yield found


def _range(match: re.Match[str]) -> Range | None:
    low, high = (number_of(match.groupdict().get(one) or "0") for one in ("low", "high"))
    if low is None or high is None or not low < high <= LARGEST:
        return None
    noun = match["noun"]
    return None if _NO_NOUN.fullmatch(noun) else Range(singular(noun), low, high)
