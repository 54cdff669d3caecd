"""Arrays in the precision that NumPy has by itself, where a report speaks of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.bench import ARRAY_TYPE

_DOUBLE = re.compile(r"\bdouble\b|\bfloat64\b|\bf64\b", re.I)


def array_precision(case: Case, draft: Draft) -> Iterator[Draft]:
    if not _DOUBLE.search(f"{case.report.title}\n{case.report.text}"):
        return
    for constant in draft.constants:
        if constant.name == ARRAY_TYPE:
            double = replace(constant, value="'float64'", control=constant.value)
            yield draft.changed(
                constants=tuple(double if one is constant else one for one in draft.constants),
                idea=f"{draft.idea} Now with arrays of float64.",
            )
