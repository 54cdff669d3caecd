"""All values that a report gives, each once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from seismograd.reproduce.report.bug_report import NamedValue, Snippet
from seismograd.reproduce.report.values.in_code import (
    flags_in,
    settings_in,
    values_in_code,
    values_on_commands,
)
from seismograd.reproduce.report.values.in_prose import pairs_in, values_in_prose
from seismograd.reproduce.report.values.reliefs import without_reliefs

MOST_VALUES = 300


def values_in(
    prose: Iterable[str], snippets: Sequence[Snippet], versions: Mapping[str, str]
) -> tuple[NamedValue, ...]:
    """What sentences say first, since they say what matters; then what the code gives."""
    everything = _each_once(_all(prose, snippets))
    kept = (value for value in everything if value.name.lower() not in versions)
    return tuple(islice(kept, MOST_VALUES))


def _all(prose: Iterable[str], snippets: Sequence[Snippet]) -> Iterator[NamedValue]:
    for line in without_reliefs(prose):
        yield from values_in_prose(line)
        yield from pairs_in(line)
        yield from flags_in(line, in_prose=True)
    for snippet in snippets:
        if snippet.language == "python":
            yield from values_in_code(snippet.code)
        else:
            lines = snippet.code.split("\n")
            yield from values_on_commands(lines)
            yield from settings_in(lines)


def _each_once(values: Iterable[NamedValue]) -> Iterator[NamedValue]:
    seen: set[tuple[str, str]] = set()
    for value in values:
        key = (value.name, repr(value.value))
        if key not in seen:
            seen.add(key)
            yield value
