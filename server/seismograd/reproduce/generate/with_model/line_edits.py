"""Ranges of lines that a model replaces: in its last script, and in files of the project."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from textwrap import dedent, indent

from seismograd.llm import Malformed
from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.context.project_files import is_inside, text_files
from seismograd.reproduce.context.sources import read_text
from seismograd.source.shallow_parse import parse_module

FARTHEST_SLIP = 3
"""Lines by which a model may have miscounted."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines `first` to `last`, counted from 1, become `lines`; with `last` before `first`, they
    are put in front of `first`."""

    first: int
    last: int
    lines: tuple[str, ...]
    was: str = ""
    """What line `first` says by the word of whoever edits; "" where nothing is said about it."""


def edited(source: str, edits: Sequence[Edit]) -> str:
    """The script after all edits, which speak of the lines before any of them."""
    lines = source.splitlines()
    placed = [_placed(edit, lines) for edit in edits]
    ordered = sorted(placed, key=lambda edit: (edit.first, edit.last))
    _demand_order(ordered, len(lines))
    for edit in reversed(ordered):
        lines[edit.first - 1 : edit.last] = edit.lines
    return "\n".join(lines) + "\n"


def _placed(edit: Edit, lines: Sequence[str]) -> Edit:
    """Moved to the line that it means, where its number is a little off; raises `Malformed`."""
    meant = edit.was.strip()
    if not meant or edit.last < edit.first:
        return edit
    found = [number for number, line in enumerate(lines, 1) if line.strip() == meant]
    if not found or edit.first in found:
        return edit
    near = [number for number in found if abs(number - edit.first) <= FARTHEST_SLIP]
    if len(near) == 1:
        moved = near[0] - edit.first
        return replace(edit, first=near[0], last=edit.last + moved)
    raise Malformed(
        f"Line {edit.first} is not {meant[:80]!r}; that stands in line "
        f"{', '.join(map(str, found[:5]))}. Count by the numbers of the quoted script."
    )


def _demand_order(edits: Sequence[Edit], count: int) -> None:
    """Raises `Malformed`."""
    end = 0
    for edit in edits:
        if not (1 <= edit.first <= count + 1 and edit.first - 1 <= edit.last <= count):
            raise Malformed(
                f"The edit of lines {edit.first} to {edit.last} is outside the script, "
                f"which has {count} lines."
            )
        if edit.first <= end:
            raise Malformed(f"Two edits speak of line {edit.first}; join them.")
        end = max(end, edit.last)


def fitted_patches(patches: Sequence[Patch], root: Path) -> tuple[list[Patch], list[str]]:
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
