"""Which backend of Keras a project chooses for itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from seismograd.source.file_search import FileSearch
from seismograd_sandbox.untrusted_files import read_without_links

VARIABLE = "KERAS_BACKEND"
MOST_FILES = 200
MOST_BYTES = 20_000
_CHOICE = re.compile(
    rf"{VARIABLE}['\"]?\]?[ ]?[,=][ ]?['\"]?(torch|jax|tensorflow|numpy)\b".encode()
)


def chosen_backend(root: Path, environment: Mapping[str, str]) -> str | None:
    """The user's, else the one that the project's code sets; None where it sets none or several."""
    if environment.get(VARIABLE):
        return environment[VARIABLE]
    named = {found.decode() for text in _texts(root) for found in _CHOICE.findall(text)}
    return named.pop() if len(named) == 1 else None


def _texts(root: Path) -> Iterable[bytes]:
    search = FileSearch(lambda _folder: None, base=str(root))
    for number, path in enumerate(search.files(root)):
        if number >= MOST_FILES:
            return
        try:
            yield read_without_links(Path(path), MOST_BYTES)
        except OSError:
            continue
