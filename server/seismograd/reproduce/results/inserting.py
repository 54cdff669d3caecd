"""The regression test of a reproduction among the tests of the project."""

from __future__ import annotations

import errno
from pathlib import Path

from seismograd.own_folder import real_folder
from seismograd.reproduce.results.kept import KeptReproduction
from seismograd_sandbox.untrusted_files import read_without_links

FOLDERS = ("tests", "test")
MOST_NAMES = 1000
MOST_BYTES = 1_000_000


class CannotInsert(Exception):
    """The message says why."""


def insert_test(root: Path, kept: KeptReproduction) -> Path:
    """A copy of the test; nothing that is there is written over."""
    if kept.test is None:
        raise CannotInsert("There is no regression test of it: reproduce it again to get one.")
    try:
        text = read_without_links(kept.test, MOST_BYTES).decode("utf-8")
        return _written(_folder(root), kept.test, text)
    except (OSError, UnicodeDecodeError) as error:
        raise CannotInsert(f"The test could not be inserted: {error}") from error


def _folder(root: Path) -> Path:
    """The folder of tests that there is, or a new one."""
    there = [root / name for name in FOLDERS if (root / name).is_dir()]
    return real_folder(there[0] if there else root / FOLDERS[0])


def _written(folder: Path, test: Path, text: str) -> Path:
    others = (f"{test.stem}_{number}.py" for number in range(2, MOST_NAMES))
    for name in (test.name, *others):
        try:
            with (folder / name).open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            continue
        return folder / name
    raise FileExistsError(errno.EEXIST, "there are too many tests of this name", str(folder))
