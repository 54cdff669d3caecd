"""Programs that are asked for a fact, and may not take long to answer."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Answer:
    output: str = ""
    failure: str | None = None
    """Why there is no answer, in a few words."""


def ask(
    command: Sequence[str], within_s: float, environment: dict[str, str] | None = None
) -> Answer:
    """What a program prints; it is started outside of any project, with closed input."""
    if shutil.which(command[0]) is None:
        return Answer(failure=f"{command[0]} is not there")
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=within_s,
            env=environment,
            cwd=Path(os.sep).resolve(),
        )
    except subprocess.TimeoutExpired:
        return Answer(failure=f"it gave no answer within {within_s:g} s")
    except OSError as error:
        return Answer(failure=error.strerror or str(error))
    if done.returncode != 0:
        return Answer(failure=_last_line(done.stderr or done.stdout, done.returncode))
    return Answer(done.stdout.decode("utf-8", "replace"))


def _last_line(said: bytes, code: int) -> str:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else f"it ended with {code}"
