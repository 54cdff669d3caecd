"""Made-up sizes that do not fit: the failure says which ones would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.scene import SEED

MOST_FITS = 4
LARGEST = 100_000
_ABOUT_SIZES = re.compile(r"size|shape|dimension|channel|expected|index|multipl|broadcast", re.I)
_NUMBER = re.compile(r"(?<![\w.])\d{1,6}(?![\w.])|(?<=\d)x\d{1,6}|\d{1,6}(?=x\d)")


def fit_sizes(_case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Numbers in the message in the place of made-up ones that are in it as well."""
    raised = attempt.observation.exception if attempt.observation else None
    if draft.seed != SEED or raised is None or not _ABOUT_SIZES.search(raised.message):
        return
    numbers = list(dict.fromkeys(n.strip("x") for n in _NUMBER.findall(raised.message[:500])))
    made_up = [c for c in draft.constants if c.name in draft.made_up and c.value in numbers]
    fits = [(c, n) for c in made_up for n in numbers if n != c.value and 0 < int(n) < LARGEST]
    for constant, number in fits[:MOST_FITS]:
        others = tuple(replace(c, value=number) if c is constant else c for c in draft.constants)
        idea = f"{draft.idea} With {constant.name} = {number}, which may fit."
        kept = tuple(name for name in draft.made_up if name != constant.name)
        yield draft.changed(constants=others, made_up=kept, idea=idea)
