"""Options that make a run long, and values that make it short."""

from __future__ import annotations

import re

from seismograd.reproduce.context.project_view import Option

_SMALL = (
    (re.compile(r"epoch"), "2"),
    (re.compile(r"(max|num|n|total|train)[-_]?(steps|iters|iterations|updates|batches)"), "3"),
    (re.compile(r"^(steps|iters|iterations|updates)$"), "3"),
    (re.compile(r"(num|n|train)[-_]?(samples|examples)|data[-_]?size|subset|limit"), "64"),
    (re.compile(r"workers|num[-_]?proc"), "0"),
)


def small_value(option: Option) -> str | None:
    if not option.takes_value or not option.flag.startswith("-"):
        return None
    name = option.flag.strip("-").replace("-", "_").lower()
    return next((value for pattern, value in _SMALL if pattern.search(name)), None)
