"""This user's repairs that lie in a project, read back.

Those that came with the project are not listed, not counted and not removed.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from seismograd.faults import Edit, Position, Span
from seismograd.own_documents import inside, items_in, objects_in, one_line, own_document
from seismograd.own_folder import NAME, own_folder, own_folders
from seismograd.repair.parameter import Value
from seismograd.repair.patches.patched_file import PatchedFile
from seismograd.repair.results.result import RepairStatus
from seismograd.repair.trials.trial_record import TrialRecord, changes_text

FOLDER = "repairs"
"""Beside the trials of searches, which have folders of their own in it."""
RESULT = "result.json"
PAGE = "report.html"
VERSION = 1
SAVED = 50
MOST_OF_A_FILE = 10**7


@dataclass(frozen=True, slots=True)
class SavedChange:
    name: str
    old: str
    new: str
    contribution: float | None = None


@dataclass(frozen=True, slots=True)
class SavedPatch:
    number: int
    """From 1, best first."""
    summary: str
    is_verified: bool
    changes: tuple[SavedChange, ...] = ()
    files: tuple[PatchedFile, ...] = ()
    """Empty where one of them is no longer there."""

    @property
    def edits(self) -> tuple[Edit, ...]:
        return tuple(edit for file in self.files for edit in file.edits)


@dataclass(frozen=True, slots=True)
class SavedTrial:
    number: int
    changes: str
    value: float | None
    outcome: str
    seconds: float


@dataclass(frozen=True, slots=True)
class SavedRepair:
    """What can be shown of one: short texts on one line, and files that are there."""

    root: Path
    id: str
    title: str
    status: str
    sentence: str = ""
    script: str = ""
    arguments: tuple[str, ...] = ()
    objective: str = ""
    patches: tuple[SavedPatch, ...] = ()
    trials: tuple[SavedTrial, ...] = ()

    @property
    def folder(self) -> Path:
        return self.root / NAME / FOLDER / self.id

    @property
    def page(self) -> Path | None:
        path = self.folder / PAGE
        return path if path.is_file() and not path.is_symlink() else None


def list_repairs(root: Path, most: int = SAVED) -> list[SavedRepair]:
    """Those with a result that makes sense, newest first."""
    return list(islice(_own(root), most))


def find_repair(root: Path, name: str) -> SavedRepair | None:
    """The one of this id; names that lead elsewhere are none."""
    folder = own_folder(root, FOLDER, name)
    return None if folder is None else _read(root, folder)


def prune_repairs(root: Path, most: int = SAVED) -> None:
    """Remove the oldest beyond the limit."""
    for one in list(_own(root))[most:]:
        shutil.rmtree(one.folder, ignore_errors=True)


def _own(root: Path) -> Iterator[SavedRepair]:
    found = (_read(root, folder) for folder in own_folders(root, FOLDER))
    return (one for one in found if one is not None)


def _read(root: Path, folder: Path) -> SavedRepair | None:
    document = own_document(folder / RESULT, root)
    result = document.get("result") if document else None
    if document is None or document.get("version") != VERSION or not isinstance(result, dict):
        return None
    if result.get("status") not in tuple(RepairStatus):
        return None
    return SavedRepair(
        root,
        folder.name,
        one_line(document.get("title")) or folder.name,
        str(result["status"]),
        one_line(document.get("sentence")),
        one_line(document.get("script")),
        tuple(one_line(one) for one in items_in(document, "arguments")),
        _objective(result.get("objective")),
        tuple(_patches(document, result, root)),
        tuple(_trial(one) for one in objects_in(result, "trials")),
    )


def _objective(value: object) -> str:
    if not isinstance(value, dict):
        return ""
    return f"{one_line(value.get('name'))} ({one_line(value.get('direction'))})"


def saved_trial(record: TrialRecord) -> SavedTrial:
    """One of a search that goes on."""
    outcome = f"{record.outcome.value} {record.reason}".strip()
    text = changes_text(record.values)
    return SavedTrial(record.number, text, record.value, outcome, record.seconds)


def _patches(
    document: Mapping[str, object], result: Mapping[str, object], root: Path
) -> Iterator[SavedPatch]:
    pairs = zip(objects_in(result, "patches"), objects_in(document, "patches"), strict=False)
    for number, (measured, saved) in enumerate(pairs, start=1):
        files = [_file(one, root) for one in objects_in(saved, "files")]
        whole = tuple(one for one in files if one is not None)
        yield SavedPatch(
            number,
            one_line(saved.get("summary")),
            measured.get("verified") is True,
            tuple(_change(one) for one in objects_in(measured, "changes")),
            # Half of a patch is another patch, which nobody has measured.
            whole if len(whole) == len(files) else (),
        )


def _change(item: Mapping[str, object]) -> SavedChange:
    name, old, new = (one_line(item.get(key)) for key in ("name", "old", "new"))
    return SavedChange(name, old, new, _number(item.get("contribution")))


def _trial(item: Mapping[str, object]) -> SavedTrial:
    number = item.get("number")
    return SavedTrial(
        number if isinstance(number, int) else 0,
        changes_text(dict(_values(item))),
        _number(item.get("value")),
        " ".join((one_line(item.get("outcome")), one_line(item.get("reason")))).strip(),
        _number(item.get("seconds")) or 0.0,
    )


def _values(item: Mapping[str, object]) -> Iterator[tuple[str, Value]]:
    for one in objects_in(item, "changes"):
        number = _number(one.get("new"))
        yield one_line(one.get("name")), one_line(one.get("new")) if number is None else number


def _file(item: Mapping[str, object], root: Path) -> PatchedFile | None:
    name = item.get("file")
    path = inside(root, name) if isinstance(name, str) else None
    reverse = item.get("reverse")
    if path is None or not isinstance(reverse, dict):
        return None
    found = [_edit(one, str(path)) for one in objects_in(item, "edits")]
    edits = tuple(one for one in found if one is not None)
    back = _edit(reverse, str(path))
    if back is None or len(edits) != len(found):
        return None
    before, after = one_line(item.get("before")), one_line(item.get("after"))
    return PatchedFile(str(path), before, after, edits, back)


def _edit(item: Mapping[str, object], path: str) -> Edit | None:
    start, end = _position(item.get("start")), _position(item.get("end"))
    text = item.get("new_text")
    if start is None or end is None or not isinstance(text, str):
        return None
    return Edit(Span(path, start, end), text)


def _position(value: object) -> Position | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    if not all(isinstance(number, int) and 0 < number < MOST_OF_A_FILE for number in value):
        return None
    return Position(*value)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e300 else None
