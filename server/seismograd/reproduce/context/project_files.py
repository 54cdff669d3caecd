"""Files of a project as text: bounded, and none that is hidden, ignored or foreign."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from seismograd.reproduce.context.sources import read_text
from seismograd.settings import DEFAULT_EXCLUDE
from seismograd.source.ignore_files import (
    Layer,
    gitignore_layer,
    inherited_layers,
    is_ignored,
    layer_of,
)
from seismograd_sandbox.untrusted_files import read_whole_file

MOST_FILES = 3_000
SUFFIXES = (".py", ".md", ".rst", ".txt", ".toml", ".yaml", ".yml", ".json", ".cfg", ".ini", ".sh")


def text_files(root: Path) -> list[str]:
    """Paths within the project, in a fixed order."""
    top = os.path.realpath(root)
    layers = [*inherited_layers(top), *_given(layer_of(top, DEFAULT_EXCLUDE))]
    found: list[str] = []
    for path in _walk(top, layers):
        if len(found) >= MOST_FILES:
            break
        found.append(os.path.relpath(path, top).replace(os.sep, "/"))
    return found


def text_of(root: Path, file: str) -> str | None:
    """None for all that `text_files` does not tell of."""
    plain = PurePosixPath(file).as_posix()
    return read_text(root, plain) if plain in text_files(root) else None


def is_inside(file: str, root: Path) -> bool:
    """Whether a file is the project's own, also once links are followed."""
    if PurePosixPath(file).is_absolute() or ".." in PurePosixPath(file).parts:
        return False
    return (root / file).resolve().is_relative_to(root.resolve())


def _walk(folder: str, layers: list[Layer]) -> Iterator[str]:
    layers = [*layers, *_given(gitignore_layer(folder))]
    folders: list[str] = []
    for entry in _entries(folder):
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_ignored(entry.path + os.sep if is_folder else entry.path, layers):
            continue
        if is_folder:
            folders.append(entry.path)
        elif entry.is_file(follow_symlinks=False) and entry.name.endswith(SUFFIXES):
            yield entry.path
    for path in folders:
        yield from _walk(path, layers)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """Without hidden ones: there people keep their secrets."""
    try:
        with os.scandir(folder) as entries:
            seen = [entry for entry in entries if not entry.name.startswith(".")]
    except OSError:
        return []
    return sorted(seen, key=lambda entry: entry.name)


def _given(layer: Layer | None) -> list[Layer]:
    return [] if layer is None else [layer]


MOST_BYTES = 4_000_000
"""As much as the rules read of a file."""


def project_text(root: Path, file: str, errors: str = "strict") -> str:
    """Lines end with line feeds; raises `OSError` or `UnicodeDecodeError`."""
    raw = read_whole_file(root / file, MOST_BYTES, within=root)
    return raw.decode("utf-8", errors).replace("\r\n", "\n").replace("\r", "\n")
