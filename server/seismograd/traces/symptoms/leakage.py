"""Examples that are in two sets."""

from __future__ import annotations

import math
from collections.abc import Iterator

from seismograd.traces.data_facts import training_set
from seismograd.traces.events import Loader, Overlap, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

SHARE = 0.05
"""Of the second set: real data holds a few examples twice."""
FEWEST = 5
BY_CHANCE = 2.0
"""Times as often as examples repeat in the training set itself: each repeat needs two of them."""
ALL = 0.98
"""Of the training set: a set that holds so much of it is meant to hold it."""
MARGIN = 3.0
"""Deviations of the number of repeats: of a set that was looked at in part, few are known."""


class Leakage(SymptomDetector):
    """Examples of the training set are in another set, too.

    ## When it is reported
    {SHARE:.0%} or more of the examples of another set, and at least {FEWEST} of them, are in the
    training set, too. Left out are sets that hold the whole training set ({ALL:.0%} or more of it),
    loaders that one line makes again and again, with as many batches each,
    and sets whose examples are a few ids, classes or counts, if they repeat in the training set
    itself as well: they equal each other by chance.

    ## Why is this bad?
    Results on that set are better than those on new data will be, and they do not show overfitting.

    ## How to fix
    - Remove duplicates, then split, then oversample, augment or cut into windows.
    - Keep what belongs together (a person, a recording, a patient) in one set.
    - Check that both loaders do not read the same files.
    """

    name = "leakage"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        train = training_set(history)
        for overlap in history.overlaps:
            if train not in (overlap.first, overlap.second):
                continue  # one set may serve as validation and as test
            if _are_one_set(history, overlap):
                continue
            shared, whole = overlap.shared or 0, overlap.of or 0
            if whole and shared / whole <= _chance(history, train):
                continue
            if shared >= ALL * _known_examples(history, train) > 0:
                continue  # the training set itself, to see how well it was learned
            known = _hashed_share(history, train)
            if shared >= FEWEST and whole and shared / whole / known >= SHARE:
                yield self.symptom(
                    f"{shared} of {whole} examples of a set are in the training set, too.",
                    place=_built(history, overlap.second),
                    share=min(1.0, shared / whole / known),
                )


def _are_one_set(history: RunHistory, overlap: Overlap) -> bool:
    """Whether one line makes both loaders, and both go through as many batches: as scripts do
    that make a new loader in every epoch."""
    first, second = (_loader(history, one) for one in (overlap.first, overlap.second))
    if first is None or second is None or first.built is None:
        return False
    facts = [(one.built, one.length, one.batch_size, one.shuffle) for one in (first, second)]
    return facts[0] == facts[1]


def _chance(history: RunHistory, train: object) -> float:
    """The share of equal examples that two healthy sets may have: users, items, categories."""
    data, count = history.data.get(train), _known_examples(history, train)
    if data is None or not data.categorical or not count:
        return 0.0
    repeats = (data.repeated or 0.0) * count
    return BY_CHANCE * (repeats + MARGIN * math.sqrt(repeats + 1)) / count


def _known_examples(history: RunHistory, train: object) -> int:
    data = history.data.get(train)
    return (data.hashes or data.examples or 0) if data is not None else 0


def _hashed_share(history: RunHistory, train: object) -> float:
    """Of the training set: what is not hashed is found in no other set."""
    data = history.data.get(train)
    loader = _loader(history, train)
    size = (loader.length or 0) * (loader.batch_size or 0) if loader else 0
    if data is None or not data.hashes or size <= data.hashes:
        return 1.0
    return data.hashes / size


def _built(history: RunHistory, number: object) -> Place | None:
    found = _loader(history, number)
    return found.built if found else None


def _loader(history: RunHistory, number: object) -> Loader | None:
    return history.loaders.get(number) if isinstance(number, int) else None
