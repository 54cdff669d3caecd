"""Whether the source of an entry can be changed at all, asked before anything runs."""

from __future__ import annotations

from seismograd.runs.entry import Entry
from seismograd.source.document import UnreadableSource
from seismograd.source.source_file import read_bytes, read_source


class NoSource(Exception):
    """Nothing can be changed; the message says what to do."""


def require_source(entry: Entry) -> None:
    """Raises `NoSource`."""
    file = entry.file
    if file is None:
        raise NoSource(
            f"the project has no module {entry.name}, and only its own source can be changed; "
            "name the script instead"
        )
    try:
        read_source(str(file), read_bytes(str(file)))
    except (UnreadableSource, OSError) as error:
        raise NoSource(f"{file.relative_to(entry.root).as_posix()}: {error}") from error
