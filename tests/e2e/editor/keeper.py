"""Ends the processes of one editor when whoever started it has gone, in whatever way.

Its standard input is a pipe whose other end only the starter holds, so that it closes even where
the starter was killed.
"""

from __future__ import annotations

import os
import sys

from tests.e2e.editor.processes import end, marked, until

PATIENCE_S = 30


def wait_for_the_end_of(pipe: int) -> None:
    while os.read(pipe, 1):
        pass


def all_ended(mark: str) -> bool:
    """End what lives under a mark; whether there was nothing left to end."""
    left = marked(mark)
    for process in left:
        end(process.pid)
    return not left


if __name__ == "__main__":
    wait_for_the_end_of(sys.stdin.fileno())
    until(lambda: all_ended(sys.argv[1]), PATIENCE_S)
