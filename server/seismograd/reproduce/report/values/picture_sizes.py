"""Sizes of pictures as sentences have them: "tiles of 100 x 100 pixels", "a 96px crop"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from seismograd.reproduce.report.values.amounts import told_parts

MOST_SIZES = 8
LEAST_SIDE = 8
"""What is smaller is a kernel or a patch."""
_BY = r"\s?(?:px\s?)?(?:x|×|by)\s?"
_SIDES = re.compile(
    rf"(?<![\w.,(=])(?<!\d[ x×])\(?(?P<height>\d{{1,4}}){_BY}(?P<width>\d{{1,4}})"
    rf"(?:px)?(?!\w|\.\d|{_BY}\d)"
    r"(?! ?-?(?:kernels?|conv\w*|patch\w*|grids?|filters?|matri\w+|window\w*|pool\w*|blocks?)\b)|"
    r"(?<![\w.=×-])(?<![x×] )(?<!by )(?P<side>\d{2,4})[ -]?(?:px|pixels?)\b",
    re.I,
)
_MATRICES = re.compile(r"\(\d+x\d+ and \d+x\d+\)")
"""As torch writes the shapes of matrices that do not fit."""


@dataclass(frozen=True, slots=True)
class PictureSize:
    height: int
    width: int
    is_fine: bool = False
    """Whether the sentence says that it works with it."""


def picture_sizes_in(prose: str) -> list[PictureSize]:
    """In the order of the text."""
    found: dict[tuple[int, int], PictureSize] = {}
    for part, is_fine in told_parts(_MATRICES.sub("", prose), _SIDES):
        for match in _SIDES.finditer(part):
            sides = (int(match["height"] or match["side"]), int(match["width"] or match["side"]))
            if min(sides) >= LEAST_SIDE:
                found.setdefault(sides, PictureSize(*sides, is_fine))
    return list(found.values())[:MOST_SIZES]
