"""The regression test of a reproduction among the tests of the project."""

from __future__ import annotations

import errno
from pathlib import Path

from seismograd.own_documents import MOST_BYTES
from seismograd.reproduce.results.saved_results import KeptReproduction
from seismograd.signed_files import read_signed
from seismograd_sandbox.untrusted_writes import create_file, make_folder

FOLDERS = ("tests", "test")
MOST_NAMES = 1000


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
        return _written(root, kept.test, content)
    except OSError as error:
        raise CannotInsert(f"The test could not be inserted: {error}") from error


def _folder(root: Path) -> Path:
    """The folder of tests that there is, or a new one."""
    there = [root / name for name in FOLDERS if (root / name).is_dir()]
    return there[0] if there else root / FOLDERS[0]


def _written(root: Path, test: Path, content: bytes) -> Path:
    folder = _folder(root)
    make_folder(folder, within=root)
    others = (f"{test.stem}_{number}.py" for number in range(2, MOST_NAMES))
    for name in (test.name, *others):
        try:
            create_file(folder / name, content, within=root)
        except FileExistsError:
            continue
        return folder / name
    raise FileExistsError(errno.EEXIST, "there are too many tests of this name", str(folder))
