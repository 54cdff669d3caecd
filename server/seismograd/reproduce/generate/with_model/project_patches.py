"""Patches that a model proposes for the project, made to fit where that is plainly possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from textwrap import dedent, indent

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.context.project_files import is_inside, text_files
from seismograd.reproduce.context.sources import read_text
from seismograd.source.shallow_parse import parse_module


def fitted(patches: Sequence[Patch], root: Path) -> tuple[list[Patch], list[str]]:
    """Those that can be applied, and a sentence on each that cannot."""
    sound: list[Patch] = []
    troubles: list[str] = []
    for patch in patches:
        made = _fitted(patch, root)
        if isinstance(made, Patch):
            sound.append(made)
        else:
            troubles.append(f"The patch of {patch.file}: {made}.")
    return sound, troubles


def _fitted(patch: Patch, root: Path) -> Patch | str:
    patch = replace(patch, file=_meant_file(patch.file, root))
    text = read_text(root, patch.file) if is_inside(patch.file, root) else None
    if text is None:
        return "the project has no such file"
    lines = text.splitlines()
    if not 1 <= patch.first <= patch.last <= len(lines):
        return f"lines {patch.first} to {patch.last} are not in it; it has {len(lines)}"
    for one in _readings(patch, lines):
        whole = [*lines[: one.first - 1], one.text, *lines[one.last :]]
        if not patch.file.endswith(".py") or _parses(whole):
            return one
    return f"with lines {patch.first} to {patch.last} replaced so, the file does not parse"


def _meant_file(file: str, root: Path) -> str:
    """People leave out where a package lies, or say where the project does: `model.py`."""
    if not is_inside(file, root) or (root / file).is_file():
        return file
    wanted = PurePosixPath(file).parts
    ends = [(one, PurePosixPath(one).parts) for one in text_files(root)]
    meant = [one for one, parts in ends if parts[-len(wanted) :] == wanted]
    meant = meant or [one for one, parts in ends if wanted[-len(parts) :] == parts]
    return meant[0] if len(meant) == 1 else file


def _readings(patch: Patch, lines: Sequence[str]) -> Iterator[Patch]:
    """As it was given, and with the indentation of what it replaces."""
    yield patch
    replaced = [line for line in lines[patch.first - 1 : patch.last] if line.strip()]
    if replaced:
        margin = replaced[0][: len(replaced[0]) - len(replaced[0].lstrip())]
        yield replace(patch, text=indent(dedent(patch.text), margin))


def _parses(lines: Sequence[str]) -> bool:
    try:
        parse_module("\n".join(lines))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True
