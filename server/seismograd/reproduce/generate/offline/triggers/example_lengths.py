"""Examples of other lengths than each other, where the report speaks of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.examples import LENGTHS

_FORMS = tuple(
    (re.compile(words, re.IGNORECASE), lengths)
    for words, lengths in (
        (r"sort|order", "(2, 5, 3)"),
        (r"differ|var(?:y|ies|iable|ying)|unequal|ragged|uneven|equal size|same (?:length|size)|"
         r"not (?:equal|the same)|longer|shorter|\bpad", "(5, 2, 3)"),
        (r"\bempty\b|zero[- ]length|no (?:tokens|words|points)|length (?:of )?(?:0|zero)",
         "(5, 0, 3)"),
        (r"\bsingle\b|\bone (?:example|sample|sentence|item)|batch (?:size )?(?:of )?(?:1|one)",
         "(5,)"),
    )
)  # fmt: skip


def example_lengths(case: Case, draft: Draft) -> Iterator[Draft]:
    lengths = next((one for one in draft.constants if one.name == LENGTHS), None)
    text = f"{case.report.title}\n{case.report.text}"
    for words, value in _FORMS if lengths is not None else ():
        if lengths is not None and words.search(text):
            other = replace(lengths, value=value, control=lengths.value)
            yield draft.changed(
                constants=tuple(other if one is lengths else one for one in draft.constants),
                idea=f"{draft.idea} Now with {LENGTHS} = {value}.",
            )
