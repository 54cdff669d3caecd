"""Run `seismograd diagnose` on a project as a user would, and read what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, TypeVar

LIMIT_S = 1800
VARIABLES = {"KERAS_BACKEND": "torch", "OMP_NUM_THREADS": "1"}
GRAVE = ("error", "warning")
Row = dict[str, Any]
_Case = TypeVar("_Case")


def diagnosed(project: Path, interpreter: Path, words: Sequence[str] = ()) -> Row:
    """`findings` and `run` of the JSON, the seconds, and `error` where there was no JSON."""
    start = time.monotonic()
    command = [
        *(sys.executable, "-m", "seismograd.cli.main", "diagnose", "--format", "json"),
        *("--sandbox", "process", "--python", str(interpreter)),
        *(word for name, value in VARIABLES.items() for word in ("--env", f"{name}={value}")),
        *(*words, "train.py"),
    ]
    ran = subprocess.run(
        command, cwd=project, env=environment(), capture_output=True, text=True, timeout=LIMIT_S
    )
    found = json.loads(ran.stdout) if ran.stdout.strip() else {"error": ran.stderr[-2000:]}
    return {
        "seconds": round(time.monotonic() - start, 1),
        "findings": found.get("findings", []),
        "run": found.get("run", {}),
        "error": found.get("error"),
    }


def environment() -> dict[str, str]:
    return {**os.environ, **VARIABLES}


def warnings_in(row: Row) -> list[Row]:
    return [found for found in row["findings"] if found["severity"] in GRAVE]


def collected(
    path: Path,
    cases: Iterable[_Case],
    key_of: Callable[[_Case], str],
    measure: Callable[[_Case], Row],
    jobs: int,
) -> Iterator[Row]:
    """A row for each case, as they get ready; those that the file has are not measured again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text().splitlines() if path.is_file() else []
    known = {row["key"]: row for row in map(json.loads, lines)}
    wanted = {key_of(case): case for case in cases}
    left = {key: case for key, case in wanted.items() if key not in known}
    yield from (known[key] for key in wanted if key in known)
    with ThreadPoolExecutor(jobs) as pool, path.open("a") as file:
        keys = {pool.submit(measure, case): key for key, case in left.items()}
        for done in as_completed(keys):
            row = {"key": keys[done], **done.result()}
            print(json.dumps(row), file=file, flush=True)
            print(row["key"], row["seconds"], "s", row["error"] or "", file=sys.stderr, flush=True)
            yield row
