"""A figure that a command prints, and that another command prints rightly."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.families.metric import METRIC
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import NEAR
from seismograd.reproduce.report.values.figure_complaints import complaint_of
from seismograd.reproduce.report.values.figures import Figure

_BASE = 0.82


def read(reading: Reading) -> list[Fingerprint]:
    """Only where the report says which command it is: figures alone are another family's."""
    found = complaint_of(reading.report)
    if found is None or found.wrong.command is None or found.right.command is None:
        return []
    wrong = found.wrong
    words = " ".join(found.wrong.command.words)
    fact = (
        f"{wrong.label} is {wrong.value:g}{f' with {words}' if words else ''}",
        f'measured("{measurement_of(wrong)}", "~", {wrong.value!r}, within={NEAR})',
    )
    return [reading.fingerprint("metric", _BASE, fact)]


def measurement_of(figure: Figure) -> str:
    is_metric = re.search(METRIC, figure.label.replace("_", " "), re.I) is not None
    return "metric" if is_metric else "value"
