"""Sizes at which a symptom is no wonder: it has to be there with some other size as well."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.validate.fidelity.chosen_sizes import ChosenNumber, chosen_sizes
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.subject import Subject

MOST_BIG = 4_096
"""Larger ones take long, and what is so large is not too small."""


def unusual_sizes(subject: Subject) -> Iterator[Doubt]:
    for number in chosen_sizes(subject.script):
        if number.value <= MOST_BIG and not _is_grounded(subject, number):
            yield _doubt(subject.script.source, number)


def _is_grounded(subject: Subject, number: ChosenNumber) -> bool:
    grounds, value = subject.grounds, number.value
    if grounds.has(value) or (number.name and grounds.names(number.name)):
        return True
    return bool(number.name) and value in grounds.of_project(number.name)


def _doubt(source: str, number: ChosenNumber) -> Doubt:
    named = f"{number.name}={number.value}" if number.name else f"the size {number.value}"
    variants = [
        Variant(str(value), replaced(source, [(node, str(value)) for node in number.nodes]))
        for value in _others(number.value)
    ]
    return Doubt(named, number.nodes[0].lineno, variants, Decides.WHERE_NONE_KEEPS)


def _others(value: int) -> list[int]:
    """Multiples, as what is divided into parts still has to be; odd and even ones; none smaller."""
    found = [2 * value, value + 1, value + 2, 3 * value, 4 * value, max(8 * value, 16)]
    return list(dict.fromkeys(found))
