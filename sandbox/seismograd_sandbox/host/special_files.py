"""Sockets and pipes in the file system: whoever sees one can talk to the program behind it.

A read-only mount changes nothing about that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

NOTHING = "/dev/null"
"""What is mounted over a file that is not to be reached."""
MOST_ENTRIES = 100_000
"""About a third of a second; of larger folders only the bound sockets are known."""
BOUND = "/proc/net/unix"
PATH_COLUMN = 7


def find_special_files(data: list[Path]) -> list[Path]:
    """Those in data that is shown as it lies there, the last first, and all bound sockets."""
    return [*sockets_and_pipes(data), *bound_sockets()]


def sockets_and_pipes(places: list[Path]) -> list[Path]:
    """Those in these places, as far as they are looked through; links are not followed."""
    return [path for path, _ in zip(_entries(places), range(MOST_ENTRIES), strict=False) if path]


def bound_sockets() -> list[Path]:
    """Sockets that programs of this machine listen on now, as far as these gave a full path."""
    with suppress(OSError), open(BOUND, encoding="utf-8", errors="surrogateescape") as file:
        columns = (line.rstrip("\n").split(maxsplit=PATH_COLUMN) for line in file)
        names = {row[PATH_COLUMN] for row in columns if len(row) > PATH_COLUMN}
        return sorted(Path(name) for name in names if name.startswith("/"))
    return []


def _entries(places: list[Path]) -> Iterator[Path | None]:
    """One for each entry; None for those that are nothing special."""
    waiting = [os.fspath(place) for place in places]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                    yield None
                elif entry.is_file(follow_symlinks=False) or entry.is_symlink():
                    yield None
                else:
                    yield Path(entry.path)
