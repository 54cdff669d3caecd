"""Programs that are asked for a fact, and may not take long to answer."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.capture import Capture
from seismograd_sandbox.host.programs import find_program
from seismograd_sandbox.host.sandbox import Stream

MOST_BYTES = 64 * 1024
"""More than any answer."""
PATIENCE_S = 1.0
"""For the last words of a program that has ended."""


@dataclass(frozen=True)
class Answer:
    output: str = ""
    failure: str | None = None
    """Why there is no answer, in a few words."""


def ask(name: str, arguments: Sequence[str], project: Path, within_s: float) -> Answer:
    """What a program of the user's prints; it is started at the root, with closed input."""
    program = find_program(name, project)
    if program is None:
        return Answer(failure=f"{name} is not there")
    try:
        process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=Path(os.sep).resolve(),
        )
    except OSError as error:
        return Answer(failure=error.strerror or str(error))
    return _answer(process, within_s)


def _answer(process: subprocess.Popen[bytes], within_s: float) -> Answer:
    assert process.stdout is not None
    assert process.stderr is not None
    output = Capture(Stream.STDOUT, process.stdout, MOST_BYTES, None)
    errors = Capture(Stream.STDERR, process.stderr, MOST_BYTES, None)
    try:
        code = process.wait(within_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return Answer(failure=f"it gave no answer within {within_s:g} s")
    said = output.result(PATIENCE_S)
    if code != 0:
        return Answer(failure=_last_line(errors.result(PATIENCE_S).text or said.text, code))
    return Answer(said.text)


def _last_line(said: str, code: int) -> str:
    lines = said.strip().splitlines()
    return lines[-1] if lines else f"it ended with {code}"
