"""Data sets for the study's programs where nothing can be downloaded: same shapes, same ranges.

Images have a pattern for each class, moved and covered with noise; documents draw the words of
their topic. Every class can be learned, and none by a single pixel or word.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parent
examples = 4000
"""For training; a quarter of it is for tests."""


class _DatasetFinder(MetaPathFinder):
    """Keras's own modules of data sets are replaced by those of this folder."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        before, _, dataset = name.rpartition(".")
        file = FOLDER / "datasets" / f"{dataset}.py"
        if before != "keras.src.datasets" or not file.is_file():
            return None
        return importlib.util.spec_from_file_location(name, file)


def install(count: int) -> None:
    """Called by the interpreter that the benchmark makes, when it starts."""
    global examples
    examples = count
    sys.meta_path.insert(0, _DatasetFinder())
