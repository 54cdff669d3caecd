"""In which order several lists of tries are gone through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from operator import itemgetter
from typing import TypeVar

Try = TypeVar("Try")


def by_turns(lists: Iterable[Sequence[Try]]) -> Iterator[Try]:
    """The first of each, then the second of each."""
    for row in zip_longest(*lists):
        yield from (one for one in row if one is not None)


def likely_first(lists: Iterable[Sequence[Try]]) -> Iterator[Try]:
    """The first list has twice as many turns as the second, three times as many as the third.

    For lists in the order of how likely each is the right one: its first try is not always what
    it needs.
    """
    ranked = [
        ((place + 1) * (rank + 1), place, one)
        for place, tries in enumerate(lists)
        for rank, one in enumerate(tries)
    ]
    yield from (one for *_, one in sorted(ranked, key=itemgetter(0, 1)))
