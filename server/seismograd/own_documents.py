"""JSON that this user's Seismograd left in a project, read back as if anybody had written it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from seismograd.signed_files import read_signed

MOST_BYTES = 4_000_000
MOST_ITEMS = 200
MOST_CHARACTERS = 1_000


def own_document(file: Path, root: Path) -> Mapping[str, object] | None:
    """An object of JSON, if that is what a file has that this user's Seismograd wrote."""
    text = read_signed(file, MOST_BYTES, root)
    try:
        document = None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def items_in(document: Mapping[str, object], name: str) -> list[object]:
    value = document.get(name)
    return value[:MOST_ITEMS] if isinstance(value, list) else []


def objects_in(document: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    return [one for one in items_in(document, name) if isinstance(one, dict)]


def one_line(text: object, most: int = MOST_CHARACTERS) -> str:
    """Text of others on one line, without what could steer whatever shows it."""
    if not isinstance(text, str):
        return ""
    shown = (character if character.isprintable() else " " for character in text[: most * 2])
    return " ".join("".join(shown).split())[:most]


def inside(root: Path, name: str) -> Path | None:
    """A file of the project by the name that a run gave it; nothing outside of it."""
    parts = PurePosixPath(name)
    if "\0" in name or parts.is_absolute() or ".." in parts.parts:
        return None
    path = root.joinpath(*parts.parts)
    try:
        is_there = path.is_file() and path.resolve().is_relative_to(root.resolve())
    except OSError:
        return None
    return path if is_there else None
