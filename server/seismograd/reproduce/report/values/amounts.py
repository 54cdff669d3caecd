"""Amounts as sentences have them: "a track of 3.7 seconds", "30310 samples", "a 5-frame clip"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.report.literals import NUMBER, number_of

MOST_AMOUNTS = 30
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|,?\s+(?:but|however|while|whereas|though|although)\b")
_COMMA = re.compile(r",\s+")
_AMOUNT = re.compile(
    rf"(?<![\w.=/:-])(?P<value>{NUMBER}(?:(?:, | or | and |/){NUMBER}){{0,3}})"
    r"(?:-| )?(?P<noun>[A-Za-z]{1,20})(?![\w(=])"
)
_FINE = re.compile(
    r"\b(?:works?|worked|fine|ok(?:ay)?|no problems?|(?:goes|went) through|succeed\w*|nicely|"
    r"trains? well|as expected|passes)\b",
    re.I,
)
_NOT_FINE = re.compile(
    r"(?:\bnot?\b|n't|\bnever\b|\bonly\b) (?:\w+ ){0,2}(?:work|fine|ok|succeed|pass)|"
    r"\b(?:crash|fail|break|rais|error|stop)",
    re.I,
)
_NO_NOUN = re.compile(
    r"an?|and|are|as|at|be|but|by|for|from|gave|gives?|if|in|instead|into|is|it|most|of|on|only|"
    r"or|per|so|than|that|the|then|there|this|times|to|was|were|when|where|which|with|would|x",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Amount:
    value: float
    noun: str
    """One of them, in small letters."""
    is_fine: bool = False
    """Whether the sentence says that it works with it."""


def amounts_in(prose: str) -> list[Amount]:
    """In the order of the text; those that make trouble first."""
    found = dict.fromkeys(_amounts(prose))
    return sorted(found, key=lambda one: one.is_fine)[:MOST_AMOUNTS]


def singular(noun: str) -> str:
    plain = noun.lower()
    if plain.endswith("ies") and len(plain) > 4:
        return f"{plain[:-3]}y"
    if plain.endswith(("sses", "xes", "ches", "shes")):
        return plain[:-2]
    return plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain


def told_parts(prose: str, wanted: re.Pattern[str]) -> Iterator[tuple[str, bool]]:
    """Parts of sentences that tell of what is wanted, and whether they say that it works."""
    for sentence in _SENTENCE.split(prose):
        for part in _parts(sentence, wanted):
            yield part, bool(_FINE.search(part)) and not _NOT_FINE.search(part)


def _amounts(prose: str) -> Iterator[Amount]:
    for part, is_fine in told_parts(prose, _AMOUNT):
        for match in _AMOUNT.finditer(part):
            if not _NO_NOUN.fullmatch(match["noun"]):
                for text in re.findall(NUMBER, match["value"]):
                    number = number_of(text)
                    if number is not None:
                        yield Amount(number, singular(match["noun"]), is_fine)


def _parts(sentence: str, wanted: re.Pattern[str]) -> list[str]:
    """What stands between commas, where each has an amount of its own: "63 work, 64 do not"."""
    parts = _COMMA.split(sentence)
    with_amounts = [part for part in parts if wanted.search(part)]
    are_told_apart = len(with_amounts) > 1 and any(_FINE.search(part) for part in with_amounts)
    return with_amounts if are_told_apart else [sentence]
