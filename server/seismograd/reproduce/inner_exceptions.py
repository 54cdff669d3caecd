"""Exceptions that the one that ended a run came from: its causes, and tracebacks in its message.

A worker process hands its exception over as text, which becomes the message of another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from seismograd.reproduce.observation import Observation
from seismograd.traces.events import EarlierException, Frame, Raised, RaisedInThread

MOST_INNER = 16
MOST_TEXT = 20_000
MOST_FRAMES = 100
AS_TEXT = "text"
"""How another process handed it over."""
_HEADER = "Traceback (most recent call last):"
_FRAME = re.compile(r'^ {1,8}File "([^"\n]{1,500})", line (\d{1,9})(?:, in ([^\n]{1,200}))?$', re.M)
_ERROR = re.compile(r"^((?:[A-Za-z_]\w{0,80}\.){0,10}[A-Za-z_]\w{0,80})(?:: ?(.*))?$")
_NEXT_OF_CHAIN = re.compile(
    r"\n\s*\n(?:During handling of the above|The above exception was the direct cause)"
    r"|\n\s*\"\"\"\s*(?:\n|$)"
)
"""What stands below a message that is not the last of a text."""
_FOREIGN = ("site-packages", "dist-packages")


def inner_exceptions(observation: Observation) -> list[EarlierException]:
    """Of what ended the run and of what ended threads, nearest first."""
    raised: list[Raised | RaisedInThread] = [*observation.told.thread_exceptions]
    if observation.exception is not None:
        raised.insert(0, observation.exception)
    found = [inner for one in raised for inner in _inner_of(one, observation)]
    return found[:MOST_INNER]


def told_in(message: str, root: str) -> list[EarlierException]:
    """Exceptions whose tracebacks stand in a text, the last one first."""
    _, *texts = message[:MOST_TEXT].split(_HEADER)
    found = [_read(_NEXT_OF_CHAIN.split(text, maxsplit=1)[0], root) for text in reversed(texts)]
    return [one for one in found if one is not None]


def _inner_of(
    outer: Raised | RaisedInThread, observation: Observation
) -> Iterator[EarlierException]:
    root = _root(observation)
    yield from told_in(outer.message, root)
    for one in outer.because:
        # An exception that only carries a traceback as text is no cause of its own.
        texts = told_in(one.message, root)
        yield from texts or [one]


def _root(observation: Observation) -> str:
    start = observation.told.start
    return (start.root or "") if start is not None else ""


def _read(text: str, root: str) -> EarlierException | None:
    lines = text.splitlines()
    for number, line in enumerate(lines):
        error = _ERROR.match(line)
        if error:
            message = "\n".join([error[2] or "", *lines[number + 1 :]]).strip()
            frames = tuple(_frames(text, root))
            return EarlierException(type=error[1], message=message, frames=frames, how=AS_TEXT)
    return None


def _frames(text: str, root: str) -> Iterator[Frame]:
    for found, _ in zip(_FRAME.finditer(text), range(MOST_FRAMES), strict=False):
        code = text[found.end() :].lstrip("\n").partition("\n")[0].strip()
        path = PurePosixPath(found[1])
        inside = bool(root) and path.is_relative_to(root) and not set(_FOREIGN) & set(path.parts)
        file = str(path.relative_to(root)) if inside else str(path)
        yield Frame(file, int(found[2]), found[3] or "", code, in_project=inside)
