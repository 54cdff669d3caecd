"""Where a process was when a fault or a signal ended it: the runner leaves its stack in a file."""

from __future__ import annotations

import re

from seismograd.runs.folder import RunFolder
from seismograd_sandbox.untrusted_files import read_without_links

MOST_BYTES = 1 << 20
_THREAD = "Current thread 0x"
_FRAME = re.compile(r'  File "(?P<file>[^"\n]{1,4000}+)", line (?P<line>\d{1,9}) in ')


def last_place(folder: RunFolder, root: str | None) -> str | None:
    """The innermost line of the project, which code inside saw at `root`: `model.py:31`."""
    try:
        text = read_without_links(folder.fatal, MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
    _, found, stack = text.rpartition(_THREAD)
    if not found or not root:
        return None
    for frame in _FRAME.finditer(stack):
        path = frame["file"].removeprefix(root.rstrip("/\\"))
        if path != frame["file"] and path.startswith(("/", "\\")):
            return f"{path[1:]}:{frame['line']}"
    return None
