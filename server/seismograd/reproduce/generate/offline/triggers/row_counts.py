"""Data of another length: a last batch of one, of none, or a part that is left without any."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.files import ROWS
from seismograd.reproduce.generate.offline.inputs.literals import literal_value
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.rendering import is_exact

MOST_ROWS = 400
_SHARES = (1.0, 0.8, 0.2, 0.9, 0.1, 0.75, 0.25, 0.7, 0.3, 0.5)
"""Of the data: all of it, and the parts that people set aside."""
_WORDS = re.compile(
    r"\brows?\b|\bsamples?\b|\bexamples?\b|last batch|final batch|divisible|remainder|left ?over|"
    r"size of the data|data ?set size|number of|\bfew\b|\bsmall(?:er)? (?:data|file|set)|"
    r"\bsingle\b|\bone\b|\bsome (?:files|exports|data)",
    re.IGNORECASE,
)
_USUAL_BATCHES = (32, 16, 8, 64, 4)
_FEW = (1, 2, 3, 0)


def row_counts(case: Case, draft: Draft) -> Iterator[Draft]:
    """Only where the words say what is raised: few rows make much fail."""
    rows = next((one for one in draft.constants if one.name == ROWS), None)
    text = f"{case.report.title}\n{case.report.text}"
    if rows is None or not is_exact(case) or not _WORDS.search(text):
        return
    for count in dict.fromkeys(_counts(case, draft)):
        if str(count) != rows.value:
            other = replace(rows, value=str(count), control=rows.value)
            yield draft.changed(
                constants=tuple(other if one is rows else one for one in draft.constants),
                idea=f"{draft.idea} Now with {count} rows.",
            )


def _counts(case: Case, draft: Draft) -> Iterator[int]:
    """The least numbers of rows that leave a second batch of one, for each share of the data."""
    batches = [size for size in _batch_sizes(case, draft) if size > 1] or list(_USUAL_BATCHES)
    for batch in batches[:1]:
        for share in _SHARES:
            fitting = (n for n in range(batch, MOST_ROWS) if int(n * share) == batch + 1)
            yield from islice(fitting, 1)
    yield from _FEW


def _batch_sizes(case: Case, draft: Draft) -> Iterator[int]:
    for constant in draft.constants:
        words = literal_value(constant.value) if constant.name == "ARGUMENTS" else None
        for flag, value in pairwise(words) if isinstance(words, list) else ():
            if "batch" in str(flag) and str(value).isdigit():
                yield int(value)
    told = Reported(case.report).value("batch_size")
    if told is not None and told.isdigit():
        yield int(told)
    for entry in case.project.entry_points:
        for option in entry.options:
            if "batch" in option.flag and (option.default or "").isdigit():
                yield int(option.default or 0)
