"""Write a patch to the project: only to files that are still what the search has seen."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from seismograd.repair.patches.change import Patch
from seismograd.source.replace_file import ChangedFile, replace_file
from seismograd.source.source_file import SourceFile, read_from_disk
from seismograd_sandbox.untrusted_files import is_below


class NotWritten(Exception):
    """A file changed meanwhile, or cannot be written. Nothing was written; the message says why."""


@dataclass(frozen=True)
class Snapshot:
    """Files of the project as they were when the search first read them."""

    root: Path
    _files: dict[str, SourceFile | None] = field(default_factory=dict)

    def read(self, path: str) -> str | None:
        """The text; None of what is not there or lies outside of the project."""
        found = self.file(path)
        return None if found is None else found.text

    def file(self, path: str) -> SourceFile | None:
        if path not in self._files:
            inside = is_below(os.path.realpath(path), os.path.realpath(self.root))
            self._files[path] = read_from_disk(path) if inside else None
        return self._files[path]


def apply_patch(patch: Patch, snapshot: Snapshot) -> list[str]:
    """The paths that were written: all of the patch or nothing. Raises `NotWritten`."""
    written: list[tuple[str, bytes, bytes]] = []
    roots = [str(snapshot.root)]
    try:
        for path, before, after in _contents(patch, snapshot):
            replace_file(path, before, after, roots)
            written.append((path, before, after))
    except OSError as error:
        for path, before, after in written:
            replace_file(path, after, before, roots)
        advice = "; run repair again" if isinstance(error, ChangedFile) else ""
        raise NotWritten(f"{error.filename}: {error.strerror}{advice}") from error
    return [os.path.relpath(path, snapshot.root) for path, _, _ in written]


def _contents(patch: Patch, snapshot: Snapshot) -> list[tuple[str, bytes, bytes]]:
    contents = []
    for path in sorted({edit.span.file for edit in patch.edits}):
        before = snapshot.file(path)
        edits = [edit for edit in patch.edits if edit.span.file == path]
        after = before.edited(edits) if before is not None else None
        if before is None or after is None:
            raise NotWritten(f"{path} cannot be edited")
        contents.append((path, before.raw, after.raw))
    return contents
