"""Made-up sizes that do not fit: the failure says which ones would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.tensors import SIZES
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import SEED

MOST_FITS = 4
LARGEST = 100_000
_ABOUT_SIZES = re.compile(r"size|shape|dimension|channel|expected|index|multipl|broadcast", re.I)
_NUMBER = re.compile(r"(?<![\w.])\d{1,6}(?![\w.])|(?<=\d)x\d{1,6}|\d{1,6}(?=x\d)")
_TOO_SHORT = re.compile(
    r"n_fft=(?:win_length=)?(?P<least>\d+)|kernel size[^\d]{0,40}(?P<kernel>\d+)|"
    r"(?:output size is |input is )?too (?:small|short)|padding size should be less|"
    r"kernel size can't be greater",
    re.I,
)
_TOLD = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"cannot be multiplied \(\d+x(?P<got>\d+) and (?P<wanted>\d+)x",
        r"to have (?P<wanted>\d+) channels, but got (?P<got>\d+) channels",
        r"size of tensor a \((?P<got>\d+)\) must match the size of tensor b \((?P<wanted>\d+)\)",
        r"input has inconsistent input_size: got (?P<got>\d+),? expected (?P<wanted>\d+)",
        r"expected (?P<wanted>\d+),? got (?P<got>\d+)",
    )
)
"""Messages that say which size came, and which was wanted."""
_LATER = ("BATCH", "SAMPLES")
"""Sizes that are seldom at fault."""
_EXTENT = ("LENGTH", "HEIGHT", "WIDTH", "SIZE")


def fit_sizes(_case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Numbers in the message in the place of made-up ones that are in it as well."""
    raised = attempt.observation.exception if attempt.observation else None
    if draft.seed != SEED or raised is None or attempt.rung >= Rung.CRITERIA:
        return
    message = raised.message[:500]
    short = _TOO_SHORT.search(message)
    longer = list(_longer(draft, short)) if short else []
    yield from longer
    if longer or not _ABOUT_SIZES.search(message):
        return
    if told := next((found for pattern in _TOLD if (found := pattern.search(message))), None):
        exact = [c for c in draft.constants if _is_made_up(draft, c) and c.value == told["got"]]
        exact.sort(key=lambda c: c.name in _LATER)
        yield from (_with(draft, constant, told["wanted"]) for constant in exact)
        if exact:
            return
    numbers = list(dict.fromkeys(n.strip("x") for n in _NUMBER.findall(message)))
    made_up = [c for c in draft.constants if _is_made_up(draft, c) and c.value in numbers]
    fits = [(c, n) for c in made_up for n in numbers if n != c.value and 0 < int(n) < LARGEST]
    fits.sort(key=lambda fit: fit[0].name in _LATER)
    yield from (_with(draft, constant, number) for constant, number in fits[:MOST_FITS])


def _with(draft: Draft, constant: Constant, number: str) -> Draft:
    others = tuple(replace(c, value=number) if c is constant else c for c in draft.constants)
    return draft.changed(
        constants=others,
        made_up=tuple(name for name in draft.made_up if name != constant.name),
        idea=f"{draft.idea} With {constant.name} = {number}, which may fit.",
    )


def _is_made_up(draft: Draft, constant: Constant) -> bool:
    return constant.control is None and (constant.name in draft.made_up or constant.name in SIZES)


def _longer(draft: Draft, short: re.Match[str]) -> Iterator[Draft]:
    """What is too short for a window or a kernel gets many times its length."""
    least = int(short["least"] or short["kernel"] or 16)
    size = str(min(16 * max(least, 4), LARGEST))
    free = [c.name for c in draft.constants if c.control is None]
    names = [name for name in _EXTENT if name in free] or ["FEATURES"]
    constants = tuple(
        replace(c, value=size) if c.name in names and c.control is None else c
        for c in draft.constants
    )
    if constants != draft.constants:
        yield draft.changed(constants=constants, idea=f"{draft.idea} With a length of {size}.")
