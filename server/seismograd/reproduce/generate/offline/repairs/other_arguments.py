"""A script of the project that shows the bug: which of the reported options brings it about?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.literals import literal_value
from seismograd.reproduce.generate.offline.seeds.entry_points import ARGUMENTS, SEED


def leave_out_arguments(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """The control is the same run without one option: its default is what others use."""
    if attempt.rung is not Rung.PROVENANCE or draft.switches or draft.patches:
        return
    words = next((one for one in draft.constants if one.name == ARGUMENTS), None)
    given = literal_value(words.value) if words is not None else None
    if draft.seed != SEED or words is None or not isinstance(given, list):
        return
    for option, without in _without_one(given):
        if option.lstrip("-").replace("-", "_") in case.report.text.replace("-", "_"):
            control = replace(words, control=repr(without))
            yield draft.changed(
                constants=tuple(control if one is words else one for one in draft.constants),
                idea=f"{draft.idea} Its control: without {option}.",
            )


def _without_one(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """An option goes with its value."""
    for at, word in enumerate(words):
        if word.startswith("--") or "=" in word:
            follows = at + 1 < len(words) and not words[at + 1].startswith("-")
            takes = follows and "=" not in word
            yield word.partition("=")[0], [*words[:at], *words[at + 1 + takes :]]
