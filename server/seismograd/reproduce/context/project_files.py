"""Files of a project as text: bounded, and none that is hidden, ignored or foreign."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path, PurePosixPath

from seismograd.reproduce.context.sources import read_text
from seismograd.settings import DEFAULT_EXCLUDE
from seismograd.source.file_search import FileSearch
from seismograd_sandbox.untrusted_files import read_whole_file

MOST_FILES = 3_000
SUFFIXES = (".py", ".md", ".rst", ".txt", ".toml", ".yaml", ".yml", ".json", ".cfg", ".ini", ".sh")


def text_files(root: Path) -> list[str]:
    """Paths within the project, in a fixed order. None is hidden: there people keep secrets."""
    top = os.path.realpath(root)
    search = FileSearch(lambda _: None, DEFAULT_EXCLUDE, top, suffixes=SUFFIXES)
    found = (os.path.relpath(path, top).replace(os.sep, "/") for path in search.files(top))
    shown = (file for file in found if not any(part[0] == "." for part in file.split("/")))
    return list(islice(shown, MOST_FILES))


def text_of(root: Path, file: str) -> str | None:
    """None for all that `text_files` does not tell of."""
    plain = PurePosixPath(file).as_posix()
    return read_text(root, plain) if plain in text_files(root) else None


def is_inside(file: str, root: Path) -> bool:
    """Whether a file is the project's own, also once links are followed."""
    if PurePosixPath(file).is_absolute() or ".." in PurePosixPath(file).parts:
        return False
    return (root / file).resolve().is_relative_to(root.resolve())


MOST_BYTES = 4_000_000
"""As much as the rules read of a file."""


def project_text(root: Path, file: str, errors: str = "strict") -> str:
    """Lines end with line feeds; raises `OSError` or `UnicodeDecodeError`."""
    raw = read_whole_file(root / file, MOST_BYTES, within=root)
    return raw.decode("utf-8", errors).replace("\r\n", "\n").replace("\r", "\n")
