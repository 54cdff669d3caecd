"""A project's Python files with their text, for a quick look at what they name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from seismograd.source.file_search import FileSearch
from seismograd_sandbox.untrusted_files import read_without_links

MOST_FILES = 200
MOST_BYTES = 200_000


def project_sources(root: Path) -> Iterator[tuple[Path, bytes]]:
    """Of some of them, where there are many; files that cannot be read are left out."""
    search = FileSearch(lambda _folder: None, base=str(root))
    for path in islice(search.files(root), MOST_FILES):
        try:
            yield Path(path), read_without_links(Path(path), MOST_BYTES)
        except OSError:
            continue
