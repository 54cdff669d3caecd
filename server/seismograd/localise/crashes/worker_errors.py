"""The exception of a worker process, which the main process tells as text."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath

from seismograd.localise.crashes.failure import Failure
from seismograd.traces.events import Frame

CAUGHT = re.compile(r"Caught (\w{1,100}) in (?:DataLoader worker|pin memory|replica)")
FRAME = re.compile(r'^ *File "([^"\n]{1,1000})", line (\d{1,8}), in (.{1,200})$', re.MULTILINE)
ERROR = re.compile(r"^([\w.]{1,200}): (.*)", re.MULTILINE | re.DOTALL)
MAX_FRAMES = 100


def original_failure(failure: Failure) -> Failure | None:
    """The failure as the worker saw it; None where it was none of a worker."""
    caught = CAUGHT.search(failure.message)
    if caught is None:
        return None
    told = list(FRAME.finditer(failure.message))[:MAX_FRAMES]
    if not told:
        return None
    start = failure.summary.start
    root = start.root if start is not None and start.root else ""
    frames = tuple(_frame(found, root) for found in told)
    error = ERROR.search(failure.message, told[-1].end())
    raised = replace(
        failure.raised,
        type=caught.group(1),
        message=error.group(2).strip() if error else "",
        frames=frames,
        because=(),
        group=(),
    )
    return replace(failure, raised=raised)


def _frame(found: re.Match[str], root: str) -> Frame:
    path = PurePosixPath(found.group(1))
    inside = bool(root) and path.is_relative_to(root) and "site-packages" not in path.parts
    file = str(path.relative_to(root)) if inside else str(path)
    return Frame(file, int(found.group(2)), found.group(3), in_project=inside)
