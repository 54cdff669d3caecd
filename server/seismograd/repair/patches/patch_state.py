"""Whether a saved patch can be applied or reverted: only to texts that are what they were then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import PurePath

from seismograd.repair.patches.patched_file import PatchedFile, text_digest

Read = Callable[[str], str | None]


class PatchState(StrEnum):
    READY = "ready"
    """Every file is what the search has seen."""
    APPLIED = "applied"
    """Every file is what the patch makes of it."""
    CHANGED = "changed"
    """Somebody has edited a file since."""


def patch_state(files: Iterable[PatchedFile], read: Read) -> PatchState:
    known = [(file, _digest(file.path, read)) for file in files]
    if known and all(digest == file.before for file, digest in known):
        return PatchState.READY
    if known and all(digest == file.after for file, digest in known):
        return PatchState.APPLIED
    return PatchState.CHANGED


def why_not_applied(files: Iterable[PatchedFile], read: Read) -> str | None:
    """One sentence for the user; None where nothing is in the way."""
    files = list(files)
    if patch_state(files, read) is PatchState.APPLIED:
        return "The patch is applied already."
    changed = [file.path for file in files if _digest(file.path, read) != file.before]
    if not changed:
        return None
    return f"{_names(changed)} changed since the search. Nothing was written; search again."


def why_not_reverted(files: Iterable[PatchedFile], read: Read) -> str | None:
    """One sentence for the user; None where nothing is in the way."""
    files = list(files)
    if patch_state(files, read) is PatchState.READY:
        return "The patch is not applied: there is nothing to revert."
    changed = [file.path for file in files if _digest(file.path, read) != file.after]
    if not changed:
        return None
    return (
        f"{_names(changed)} changed since the patch was applied. Nothing was written; "
        "undo your later edits first, or take the patch out by hand."
    )


def _digest(path: str, read: Read) -> str | None:
    text = read(path)
    return None if text is None else text_digest(text)


def _names(paths: Iterable[str]) -> str:
    return ", ".join(PurePath(path).name for path in paths)
