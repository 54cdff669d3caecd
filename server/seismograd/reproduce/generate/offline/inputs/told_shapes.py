"""Shapes that a report names: "x0 (4, 3, 32, 32)", "logits of shape [16, 5]"."""

from __future__ import annotations

import re
from dataclasses import replace

from seismograd.reproduce.generate.offline.inputs.tensors import PLAIN, TensorSpec, tensor_for_name

MOST_TEXT = 40_000
_SIZES = r"(?:torch\.Size\()?[\[(]\s?(\d{1,6}(?:,\s?\d{1,6}){0,5},?)\s?[\])]\)?"
_TOLD = re.compile(
    r"(?<![\w.])`?([A-Za-z_]\w{0,40})(?:\.shape)?`?"
    r"(?:\s?[:=]=?\s?|\s(?:(?:is|are|has|have|with|of|in) )?(?:an? )?(?:shapes? |sizes? )?)"
    rf"(?:of )?{_SIZES}"
)
_NO_NAMES = frozenset({"shape", "size", "sizes", "shapes", "expected", "got", "range", "to", "of",
                       "instead", "than", "not", "but", "and", "or"})  # fmt: skip


def told_shapes(text: str) -> dict[str, tuple[int, ...]]:
    """By name; the first that is told of each."""
    found: dict[str, tuple[int, ...]] = {}
    for match in _TOLD.finditer(text[:MOST_TEXT]):
        sizes = tuple(int(one) for one in re.findall(r"\d+", match[2]))
        if match[1].lower() not in _NO_NAMES and ("," in match[2]):
            found.setdefault(match[1], sizes)
    return found


def as_told(name: str, sizes: tuple[int, ...], spec: TensorSpec | None, batch: int) -> TensorSpec:
    """A tensor of the kind that the code takes; what all have in common is the batch."""
    known = spec or tensor_for_name(name) or PLAIN
    first = "BATCH" if sizes[0] == batch else str(sizes[0])
    return replace(known, sizes=(first, *map(str, sizes[1:])), is_sure=True)
