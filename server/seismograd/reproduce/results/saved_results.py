"""Saved results of earlier cases: shown again, with their findings, and inserted as tests."""

from __future__ import annotations

import errno
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from seismograd.faults import Finding
from seismograd.kept_findings import (
    Document,
    UnchangedFiles,
    can_keep,
    digests_of,
    finding_document,
)
from seismograd.own_documents import (
    MOST_BYTES,
    inside,
    items_in,
    objects_in,
    one_line,
    own_document,
)
from seismograd.own_folder import own_folder, own_folders
from seismograd.signed_files import read_signed
from seismograd_sandbox.untrusted_writes import create_file, make_folder

FOLDER = "reproductions"
RESULT = "result.json"
WRITE_UP = "reproduction.md"
REPORT = "report.md"
"""What was reported, as it came; not there where a reproduction was not begun in an editor."""
CRITERIA = "criteria.json"
KEPT = 50
TEST_FOLDERS = ("tests", "test")
MOST_NAMES = 1000
STATUSES = ("reproduced", "candidate", "not-reproduced", "needs", "cancelled")
_SCRIPT = re.compile(r"[\w-]{1,120}\.py\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeptCriterion:
    id: str
    fact: str
    scope: str
    check: str
    passed: bool | None = None
    """None while nobody knows yet."""


@dataclass(frozen=True, slots=True)
class KeptAttempt:
    idea: str
    outcome: str
    seconds: float


@dataclass(frozen=True, slots=True)
class KeptPlace:
    file: Path
    line: int


@dataclass(frozen=True, slots=True)
class KeptReproduction:
    """What can be shown of one: short texts on one line, and files that are there."""

    folder: Path
    title: str
    status: str
    sentence: str = ""
    missing: tuple[str, ...] = ()
    criteria: tuple[KeptCriterion, ...] = ()
    control: str | None = None
    repeats: str | None = None
    places: tuple[KeptPlace, ...] = ()
    """Of the project, the nearest to the symptom first."""
    attempts: tuple[KeptAttempt, ...] = ()
    script: Path | None = None
    test: Path | None = None
    nearest: Path | None = None
    """Where nothing was proven: what came nearest to it."""
    write_up: Path | None = None
    report: Path | None = None
    commit: str | None = None
    sandbox: str = ""

    @property
    def id(self) -> str:
        return self.folder.name


def list_kept(root: Path, most: int = KEPT) -> list[KeptReproduction]:
    """Those with a result that makes sense, newest first."""
    return list(islice(_own(root), most))


def find_kept(root: Path, name: str) -> KeptReproduction | None:
    """The one of this name; names that lead elsewhere are none."""
    folder = own_folder(root, FOLDER, name)
    return None if folder is None else _read(root, folder)


def prune(root: Path, most: int = KEPT) -> None:
    """Remove the oldest beyond the limit."""
    for one in list(_own(root))[most:]:
        shutil.rmtree(one.folder, ignore_errors=True)


def _own(root: Path) -> Iterator[KeptReproduction]:
    found = (_read(root, folder) for folder in own_folders(root, FOLDER))
    return (one for one in found if one is not None)


def _read(root: Path, folder: Path) -> KeptReproduction | None:
    document = own_document(folder / RESULT, root)
    status = document.get("status") if document else None
    if document is None or document.get("version") != 1 or status not in STATUSES:
        return None
    return KeptReproduction(
        folder=folder,
        title=one_line(document.get("title")) or folder.name,
        status=str(status),
        sentence=one_line(document.get("why")),
        missing=tuple(one_line(one) for one in items_in(document, "missing")),
        criteria=tuple(_criterion(one) for one in objects_in(document, "criteria")),
        control=_control(document.get("control")),
        repeats=_repeats(document.get("repeats")),
        places=tuple(_places(root, document)),
        attempts=tuple(_attempt(one) for one in objects_in(document, "attempts")),
        script=_script(folder, document.get("script")),
        test=_script(folder, document.get("test")),
        nearest=_script(folder, document.get("nearest")),
        write_up=_file(folder / WRITE_UP),
        report=_file(folder / REPORT),
        commit=one_line(document.get("commit")) or None,
        sandbox=one_line(document.get("sandbox")),
    )


def _criterion(item: Mapping[str, object]) -> KeptCriterion:
    return KeptCriterion(
        id=one_line(item.get("id")),
        fact=one_line(item.get("fact")),
        scope=one_line(item.get("scope")),
        check=one_line(item.get("check")),
        passed=item.get("passed") is True,
    )


def _attempt(item: Mapping[str, object]) -> KeptAttempt:
    seconds = item.get("seconds")
    is_number = isinstance(seconds, int | float) and 0 <= seconds < 1e9
    return KeptAttempt(
        one_line(item.get("idea")),
        one_line(item.get("outcome")),
        float(seconds) if is_number else 0.0,  # type: ignore[arg-type]
    )


def _control(value: object) -> str | None:
    if not isinstance(value, dict):
        return None
    return f"{one_line(value.get('kind'))}, {one_line(value.get('what'))}"


def _repeats(value: object) -> str | None:
    if not isinstance(value, dict):
        return None
    runs, fired = value.get("runs"), value.get("fired")
    if not (isinstance(runs, int) and isinstance(fired, int)):
        return None
    return f"{fired % 10_000} of {runs % 10_000} runs"


def _places(root: Path, document: Mapping[str, object]) -> Iterator[KeptPlace]:
    for item in objects_in(document, "provenance"):
        file, line = item.get("file"), item.get("line")
        path = inside(root, file) if isinstance(file, str) else None
        if path is not None and isinstance(line, int) and 0 < line < 10**7:
            yield KeptPlace(path, line)


def _script(folder: Path, value: object) -> Path | None:
    name = re.split(r"[\\/]", value)[-1] if isinstance(value, str) else ""
    return _file(folder / name) if _SCRIPT.match(name) else None


def _file(path: Path) -> Path | None:
    return path if path.is_file() and not path.is_symlink() else None


FINDINGS = "findings.json"
VERSION = 2


def findings_document(findings: Iterable[Finding], root: Path, began: float) -> Document | None:
    """Of files that nobody has changed since it began; None where there is nothing to keep."""
    kept = [finding for finding in findings if can_keep(finding, root, began)]
    if not kept:
        return None
    return {
        "version": VERSION,
        "files": digests_of(kept, root),
        "findings": [finding_document(finding, root) for finding in kept],
    }


def kept_findings(folder: Path, root: Path) -> list[Finding]:
    """Those whose files are, to the byte, what they were."""
    document = own_document(folder / FINDINGS, root)
    if document is None or document.get("version") != VERSION:
        return []
    source = UnchangedFiles(root, document.get("files"))
    found = map(source.finding, objects_in(document, "findings"))
    return [finding for finding in found if finding is not None]


class CannotInsert(Exception):
    """The message says why."""


def insert_test(root: Path, kept: KeptReproduction) -> Path:
    """A copy of the test; nothing that is there is written over."""
    if kept.test is None:
        raise CannotInsert("There is no regression test of it: reproduce it again to get one.")
    content = read_signed(kept.test, MOST_BYTES, root)
    if content is None:
        raise CannotInsert("Its regression test was changed: copy it by hand if you trust it.")
    try:
        return _inserted(root, kept.test, content)
    except OSError as error:
        raise CannotInsert(f"The test could not be inserted: {error}") from error


def _test_folder(root: Path) -> Path:
    """The folder of tests that there is, or a new one."""
    there = [root / name for name in TEST_FOLDERS if (root / name).is_dir()]
    return there[0] if there else root / TEST_FOLDERS[0]


def _inserted(root: Path, test: Path, content: bytes) -> Path:
    folder = _test_folder(root)
    make_folder(folder, within=root)
    others = (f"{test.stem}_{number}.py" for number in range(2, MOST_NAMES))
    for name in (test.name, *others):
        try:
            create_file(folder / name, content, within=root)
        except FileExistsError:
            continue
        return folder / name
    raise FileExistsError(errno.EEXIST, "there are too many tests of this name", str(folder))
