"""Whether a run with plain Python shows what the guarded run tells."""

from __future__ import annotations

import re

from seismograd.reproduce.observation import Observation
from seismograd.traces.events import Raised

_DECORATION = re.compile(r"^[\s|+\-]*")
"""What stands before the lines of an exception group."""
_VERDICTS = ("SystemExit",)


def why_not_alike(judged: Observation, plain: Observation) -> str | None:
    """None where both ended alike, and with the same exception from the same place."""
    if plain.ending is not judged.ending or plain.signal != judged.signal:
        return f"{_ended(plain)}, and not {_ended(judged)}."
    if plain.exit_code != judged.exit_code:
        return f"{_ended(plain)}, and not {_ended(judged)}."
    if plain.is_clean is not judged.is_clean:
        return "only one of them says NOT REPRODUCED."
    raised = judged.exception
    if raised is None or raised.type in _VERDICTS:
        return None
    lines = [_DECORATION.sub("", line) for line in plain.stderr.splitlines()]
    if not _names(lines, raised.type):
        return f"{raised.type} does not end it there."
    place = _place(raised, judged.script)
    if place is not None and not _passes(lines, *place):
        return f"the exception does not come from {place[0]}, line {place[1]}, there."
    return None


def _ended(seen: Observation) -> str:
    if seen.signal is not None:
        return f"it ended by signal {seen.signal}"
    if seen.exit_code is not None:
        return f"it ended with status {seen.exit_code}"
    return f"it ended by {seen.ending.value}"


def _names(lines: list[str], kind: str) -> bool:
    """A line that begins with the exception, as Python prints it."""
    short = kind.rpartition(".")[2]
    names = re.compile(rf"(?:[\w.]+\.)?{re.escape(short)}(?::|$| \()")
    return any(names.match(line) for line in lines)


def _place(raised: Raised, script: str) -> tuple[str, int] | None:
    """The innermost frame of the project, without the script."""
    ours = [one for one in raised.frames if one.in_project and one.file != script and one.line]
    return (ours[-1].file, ours[-1].line or 1) if ours else None


def _passes(lines: list[str], file: str, line: int) -> bool:
    frame = re.compile(rf'File "(?:[^"]*[/\\])?{re.escape(file)}", line {line}\b')
    return any(frame.match(text) for text in lines)
