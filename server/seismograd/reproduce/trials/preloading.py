"""Which packages a warm interpreter loads for a project: what it imports anyway, and is slow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from seismograd.reproduce.context import keras_backend
from seismograd.source.file_search import FileSearch
from seismograd_sandbox.untrusted_files import read_without_links

SLOW = ("numpy", "torch", "torchvision", "pandas", "sklearn", "transformers", "lightning")
WITH_OPTIMISERS = "torch._dynamo"
"""What the first optimiser of a process loads: it takes longer than torch itself."""
NEEDS_BACKEND = "keras"
"""Asks for its backend when it is loaded, so it can be loaded ahead only where that is settled."""
BACKEND_VARIABLE = keras_backend.VARIABLE
MOST_FILES = 200
MOST_BYTES = 200_000
_OPTIMISES = re.compile(rb"\boptim")
_IMPORT = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(\w+)", re.MULTILINE)


def to_preload(root: Path, environment: Mapping[str, str]) -> list[str]:
    wanted = [*SLOW, *([NEEDS_BACKEND] if BACKEND_VARIABLE in environment else [])]
    texts = list(_texts(root))
    imported = {name.decode() for text in texts for name in _IMPORT.findall(text)}
    found = [name for name in wanted if name in imported]
    if "torch" in found and any(map(_OPTIMISES.search, texts)):
        found.append(WITH_OPTIMISERS)
    return found


def _texts(root: Path) -> Iterator[bytes]:
    search = FileSearch(lambda _folder: None, base=str(root))
    for path in islice(search.files(root), MOST_FILES):
        try:
            yield read_without_links(Path(path), MOST_BYTES)
        except OSError:
            continue
