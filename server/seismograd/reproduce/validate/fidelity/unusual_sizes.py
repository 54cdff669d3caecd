"""Sizes at which a symptom is no wonder: it has to be there with some other size as well."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.validate.fidelity.chosen_sizes import ChosenNumber, chosen_sizes
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.subject import Subject

MOST_BIG = 4_096
"""Larger ones take long, and what is so large is not too small."""
LARGE = 256
"""From here on a size is more than a small script needs, and smaller ones have to show it too."""
SMALLEST = 4


def unusual_sizes(subject: Subject) -> Iterator[Doubt]:
    for number in chosen_sizes(subject.script):
        if _is_grounded(subject, number):
            continue
        if number.value <= MOST_BIG:
            yield _doubt(subject.script.source, number, _larger(number.value))
        if number.value >= LARGE and not _is_needed(subject, number.value):
            yield _doubt(subject.script.source, number, _smaller(number.value))


def _is_grounded(subject: Subject, number: ChosenNumber) -> bool:
    grounds, value = subject.grounds, number.value
    if grounds.has(value) or (number.name and grounds.names(number.name)):
        return True
    return bool(number.name) and value in grounds.of_project(number.name)


def _is_needed(subject: Subject, value: int) -> bool:
    """Whether the project has a limit of its own near below: a table, a buffer, a window."""
    return any(value // 2 <= one <= value for one in subject.grounds.numbers_of_project)


def _doubt(source: str, number: ChosenNumber, others: list[int]) -> Doubt:
    named = f"{number.name}={number.value}" if number.name else f"the size {number.value}"
    variants = [
        Variant(str(value), replaced(source, [(node, str(value)) for node in number.nodes]))
        for value in others
    ]
    return Doubt(named, number.nodes[0].lineno, variants, Decides.WHERE_NONE_KEEPS)


def _larger(value: int) -> list[int]:
    """Multiples, as what is divided into parts still has to be; odd and even ones."""
    found = [2 * value, value + 1, value + 2, 3 * value, 4 * value, max(8 * value, 16)]
    return list(dict.fromkeys(found))


def _smaller(value: int) -> list[int]:
    return [value // by for by in (2, 4, 8, 16, 64) if value // by >= SMALLEST]
