"""A command that shows the bug: the same without one of its options, or with another number."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.controls.variants import other_values
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.seeds.entry_points import ARGUMENTS

MOST_NUMBERS = 3
"""Other values for one option: those next to it, then quite other ones."""
Words = list[str]


def vary_command(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """First without an option, as its default is what most users have."""
    if attempt.stage is not Stage.PROVENANCE or draft.switches or draft.patches:
        return
    given = next((one for one in draft.constants if one.name == ARGUMENTS), None)
    words = list(ast.literal_eval(given.value)) if given is not None else []
    commands = [*_without_one(words), *_with_other_numbers(words)]
    for control in commands:
        constants = tuple(
            replace(one, control=repr(control)) if one is given else one for one in draft.constants
        )
        idea = f"{draft.idea} Its control: with {' '.join(control) or 'no option'}."
        yield draft.changed(constants=constants, idea=idea)


def _without_one(words: Words) -> Iterator[Words]:
    for first, last in _options(words):
        yield [*words[:first], *words[last:]]


def _with_other_numbers(words: Words) -> Iterator[Words]:
    for first, last in _options(words):
        value = words[last - 1]
        if last - first > 1 and is_literal(value):
            for other in list(other_values(literal_value(value)))[:MOST_NUMBERS]:
                yield [*words[: last - 1], other, *words[last:]]


def _options(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where an option begins, and where it ends with its values."""
    starts = [place for place, word in enumerate(words) if word.startswith("--")]
    return iter(zip(starts, [*starts[1:], len(words)], strict=False))
