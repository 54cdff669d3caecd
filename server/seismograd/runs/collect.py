"""What a run leaves behind: its output, and copies of the files that it wrote."""

from __future__ import annotations

from pathlib import PurePosixPath

from seismograd.runs.folder import RunFolder
from seismograd_sandbox.host.outcome import Outcome
from seismograd_sandbox.host.sandbox import Session

MIB = 1024 * 1024
LARGEST_FILE = 1024 * MIB
LARGEST_TOTAL = 2048 * MIB
MOST_NAMES = 10_000
_OF_NO_INTEREST = {"__pycache__", ".seismograd", ".git"}


def keep_output(folder: RunFolder, outcome: Outcome) -> None:
    folder.place(folder.stream("stdout"), outcome.stdout.content)
    folder.place(folder.stream("stderr"), outcome.stderr.content)


def written_files(session: Session) -> list[str]:
    """The files of the project that a run made or changed and that somebody may want."""
    found = [name for name in session.written() if _is_of_interest(PurePosixPath(name))]
    return sorted(found)[:MOST_NAMES]


def keep_files(folder: RunFolder, session: Session, names: list[str]) -> int:
    """Copy what a run wrote, as far as there is room; how many files that were."""
    home = folder.empty(folder.files)
    kept, room = 0, LARGEST_TOTAL
    for name in names:
        content = _content(session, name, min(LARGEST_FILE, room))
        if content is not None:
            folder.place(home / name, content)
            kept, room = kept + 1, room - len(content)
    if not kept:
        home.rmdir()
    return kept


def _is_of_interest(path: PurePosixPath) -> bool:
    is_inside = not path.is_absolute() and ".." not in path.parts
    return is_inside and not _OF_NO_INTEREST & set(path.parts)


def _content(session: Session, name: str, most: int) -> bytes | None:
    try:
        content = session.read(name, most + 1)
    except OSError:
        return None
    return content if len(content) <= most else None
