"""The oracle as a model is shown it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from seismograd.llm.quotes import Quotes
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.measurements import MEASUREMENTS
from seismograd.reproduce.generate.with_model.conventions import HINTS
from seismograd.source.shallow_parse import parse_expression

_MEASURING_CHECKS = ("measured", "series")
_INSTEAD = {
    "loss_is_nan": "MEASURED loss <JSON>, where NaN and Infinity are written so",
    "loss_does_not_fall": "MEASURED loss_first <JSON> and MEASURED loss_last <JSON>, the means "
    "over the first and the last steps",
}
"""What to print where no loss is seen in the run itself."""


def about_criteria(fingerprint: Fingerprint, quotes: Quotes) -> str:
    """The wording comes from the report, so it is quoted as well."""
    lines = [_line(criterion) for criterion in fingerprint.criteria]
    parts = [
        "# The criteria: every check must pass",
        quotes.around("criteria", "\n".join(lines)),
        _about_measurements(fingerprint.criteria),
        _about_losses(fingerprint.criteria),
        f"The usual way: {HINTS[fingerprint.symptom]}" if fingerprint.symptom in HINTS else "",
    ]
    return "\n\n".join(part for part in parts if part)


def measurement_names(criteria: Sequence[Criterion]) -> list[str]:
    """What scripts must print so that the checks find it."""
    names = [name for criterion in criteria for name in _names_in(criterion.check)]
    return list(dict.fromkeys(names))


def _line(criterion: Criterion) -> str:
    return f"{criterion.id}: {criterion.fact} ({criterion.scope}). Check: {criterion.check}"


def _about_measurements(criteria: Sequence[Criterion]) -> str:
    names = measurement_names(criteria)
    if not names:
        return ""
    lines = [f"- MEASURED {name} <JSON>: {_meaning(name)}" for name in names]
    return "\n".join(["The script must print, computed through the project's code:", *lines])


def _about_losses(criteria: Sequence[Criterion]) -> str:
    """Nothing in these checks tells where their numbers come from."""
    checks = {criterion.check.strip().partition("(")[0] for criterion in criteria}
    wanted = [words for check, words in _INSTEAD.items() if check in checks]
    if not wanted:
        return ""
    return (
        "Losses are seen by themselves where `backward()` is called on them in the script's own "
        f"process, by the project's training too. Where that is not so, print {wanted[0]}."
    )


def _meaning(name: str) -> str:
    return MEASUREMENTS.get(name, "as the criterion says")


def _names_in(check: str) -> list[str]:
    try:
        call = parse_expression(check.strip()).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return []
    match call:
        case ast.Call(func=ast.Name(id=kind), args=[ast.Constant(value=str(name)), *_]):
            return [name] if kind in _MEASURING_CHECKS and name.isidentifier() else []
    return []
