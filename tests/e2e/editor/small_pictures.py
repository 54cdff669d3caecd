"""Pictures of a screen need few colours; with a palette they take a third of the space."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

COLOURS = 128


def shrink(path: Path) -> None:
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
