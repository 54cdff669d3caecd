"""Keep what came of a repair in the project, for the editor and for later sessions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seismograd.faults import Edit, Position
from seismograd.own_folder import NAME
from seismograd.repair.patches.apply_patch import Snapshot
from seismograd.repair.patches.change import Patch
from seismograd.repair.patches.patched_file import PatchedFile, reverse_edit, text_digest
from seismograd.repair.results.saved_repair import FOLDER, PAGE, RESULT, VERSION
from seismograd.signed_files import write_signed
from seismograd.source.edits import apply_edits
from seismograd_sandbox.untrusted_writes import make_folder, replace_file


@dataclass(frozen=True)
class RepairReport:
    """What is said of a repair."""

    title: str
    script: str
    """Path in the project."""
    arguments: Sequence[str]
    sentence: str
    result: Mapping[str, Any]
    """The JSON of a repair."""
    summaries: Sequence[str]
    """One line for each patch."""
    page: str
    """HTML."""


def save_repair(
    name: str, report: RepairReport, patches: Sequence[Patch], snapshot: Snapshot
) -> Path:
    """The folder; raises `OSError`."""
    root = snapshot.root
    folder = root / NAME / FOLDER / name
    make_folder(folder, within=root)
    replace_file(folder / PAGE, report.page.encode(), within=root)
    content = json.dumps(_document(report, patches, snapshot), indent=1).encode()
    write_signed(folder / RESULT, content, root)
    return folder


def _document(
    report: RepairReport, patches: Sequence[Patch], snapshot: Snapshot
) -> dict[str, object]:
    return {
        "version": VERSION,
        "title": report.title,
        "script": report.script,
        "arguments": list(report.arguments),
        "sentence": report.sentence,
        "result": dict(report.result),
        "patches": [
            {
                "summary": summary,
                "files": [_file(one, snapshot.root) for one in patched_files(patch, snapshot)],
            }
            for patch, summary in zip(patches, report.summaries, strict=True)
        ],
    }


def patched_files(patch: Patch, snapshot: Snapshot) -> Iterator[PatchedFile]:
    """By path; a file that cannot be read any more is left out."""
    for path in sorted({edit.span.file for edit in patch.edits}):
        before = snapshot.read(path)
        if before is not None:
            edits = tuple(edit for edit in patch.edits if edit.span.file == path)
            after = apply_edits(before, edits)
            reverse = reverse_edit(path, before, after)
            yield PatchedFile(path, text_digest(before), text_digest(after), edits, reverse)


def _file(file: PatchedFile, root: Path) -> dict[str, object]:
    return {
        "file": Path(file.path).relative_to(root).as_posix(),
        "before": file.before,
        "after": file.after,
        "edits": [_edit(edit) for edit in file.edits],
        "reverse": _edit(file.reverse),
    }


def _edit(edit: Edit) -> dict[str, object]:
    start, end = _position(edit.span.start), _position(edit.span.end)
    return {"start": start, "end": end, "new_text": edit.new_text}


def _position(position: Position) -> list[int]:
    return [position.line, position.column]
