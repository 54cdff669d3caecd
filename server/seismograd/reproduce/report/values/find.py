"""All values that a report gives: those of the bug, and those with which it says that all is well.

The writer of a report who says with which value all is well has done the control already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from seismograd.reproduce.report.bug_report import NamedValue, Snippet
from seismograd.reproduce.report.prose import sentences
from seismograd.reproduce.report.values.in_code import (
    flags_in,
    settings_in,
    values_in_code,
    values_on_commands,
)
from seismograd.reproduce.report.values.in_prose import values_in_prose

MOST_VALUES = 300
_TURN = re.compile(
    r",?\s(?:but|however|although|though|whereas|while|yet)\b|;\s|,\s(?=(?:with|for|using|when)\b)",
    re.I,
)
_FINE = r"(?:fine|ok(?:ay)?|correct(?:ly)?|right|good|well|properly|as expected)"
_WELL = re.compile(
    r"(?:\b(?:do(?:es)?|did|is|are|was|were)(?:n't| not)|\bnever|\bno longer) (?:\w+ )?"
    r"(?:happen|occur|appear|affected|fail|crash|there|reproduc)\w*|"
    r"\b(?:goes|go|went) away\b|\b(?:disappear|vanish)(?:s|es|ed)?\b|\bis gone\b|"
    r"\bno (?:such )?(?:problems?|issues?)\b|"
    rf"(?<!not )(?<!n't )(?<!never )\b(?:works\b|worked\b|work {_FINE}\b|"
    rf"(?:is|are|was|were|looks?|behaves?|runs?|trains?) (?:all |just )?{_FINE}\b)",
    re.I,
)
_OTHERWISE = re.compile(
    r"\b(?:unless|except|until|should|expect(?:ed)? (?:it|that|to)|would|used to|before|"
    r"previous\w*|older|newer|versions?|release\w*|commit|branch)\b|\bif only\b",
    re.I,
)
"""Where the value is what does not do well, or where something else makes the difference."""
_LEFT_OUT = re.compile(
    r"\b(?:without|omit\w*|disabl\w+|remov\w+|drop\w*|no|not|(?:leav\w+|left|turn\w*) "
    r"(?:\w+ )?(?:out|off))\W+(?:\w+\W+){0,2}$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class ReportedOutcomes:
    """What prose says about the bug, and about when it is not there."""

    bug: tuple[str, ...]
    """Its lines, without the other parts."""
    well: tuple[str, ...]
    """The parts of sentences that say when all is well."""


def reported_outcomes(prose: Iterable[str]) -> ReportedOutcomes:
    bug: list[str] = []
    well: list[str] = []
    for line in prose:
        parts = [part for one in sentences(line) for part in _TURN.split(one) if part.strip()]
        fine = [part for part in parts if _WELL.search(part) and not _OTHERWISE.search(part)]
        bug.append(" ".join(part for part in parts if part not in fine) if fine else line)
        well += [part.strip() for part in fine]
    return ReportedOutcomes(tuple(bug), tuple(dict.fromkeys(well)))


def known_good_values(well: Iterable[str]) -> tuple[NamedValue, ...]:
    found = (_as_meant(part, value) for part in well for value in _in_line(part))
    return tuple(dict.fromkeys(one for one in found if one is not None))


def _as_meant(part: str, value: NamedValue) -> NamedValue | None:
    """A flag that is left out is off; of other values that are left out nothing is known."""
    if not _LEFT_OUT.search(part[: max(part.find(value.text), 0)]):
        return value
    return replace(value, value=False) if value.value is True else None


def values_in(
    bug: Iterable[str], snippets: Sequence[Snippet], versions: Mapping[str, str]
) -> tuple[NamedValue, ...]:
    """What sentences say first, since they say what matters; then what the code gives."""
    first: dict[tuple[str, str], NamedValue] = {}
    for one in _all(bug, snippets):
        first.setdefault((one.name, repr(one.value)), one)
    kept = (one for one in first.values() if one.name.lower() not in versions)
    return tuple(islice(kept, MOST_VALUES))


def _all(bug: Iterable[str], snippets: Sequence[Snippet]) -> Iterator[NamedValue]:
    for line in bug:
        yield from _in_line(line)
    for snippet in snippets:
        if snippet.language == "python":
            yield from values_in_code(snippet.code)
        else:
            lines = snippet.code.split("\n")
            yield from values_on_commands(lines)
            yield from settings_in(lines)


def _in_line(line: str) -> Iterator[NamedValue]:
    yield from values_in_prose(line)
    yield from flags_in(line, in_prose=True)
