"""Scripts that crash, run under the guest, and what their comments expect."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from seismograd.localise.crashes import Crash, explain_crash
from seismograd.traces import summarise
from tests.sandbox.guest.runs import Watched, project, watched
from tests.sandbox.guest.warm_guest import WarmGuests

FIXTURES = Path(__file__).parent / "fixtures"
SCRIPT = "train.py"
EXPECTED = re.compile(r"# fault: ([A-Z]+)\s*$")
NAMES = sorted(
    path.stem for path in FIXTURES.iterdir() if path.suffix == ".py" or (path / SCRIPT).exists()
)


@dataclass(frozen=True)
class Expected:
    file: str
    line: int
    fault_type: str


def expected(name: str) -> Expected | None:
    """The line with the marker, in the script or in one of its files; None for plain errors."""
    found = [
        Expected(file, number, match.group(1))
        for file, text in _files(name).items()
        for number, line in enumerate(text.splitlines(), 1)
        if (match := EXPECTED.search(line))
    ]
    assert len(found) <= 1, f"{name} has several markers"
    return found[0] if found else None


def explain(name: str, guests: WarmGuests) -> Crash | None:
    return _explained(name, guests.watched(_files(name), [SCRIPT]))


def explain_from_nothing(name: str) -> Crash | None:
    """In an interpreter of its own, which has nothing loaded ahead."""
    with TemporaryDirectory(prefix="crash-") as folder:
        root = project(Path(folder) / "project", _files(name))
        seen = watched(root, [SCRIPT], options=(), OMP_NUM_THREADS="1", KERAS_BACKEND="torch")
        return _explained(name, seen)


def _explained(name: str, seen: Watched) -> Crash | None:
    assert seen.end["outcome"] == "failed", seen.ran.stderr
    summary = summarise(seen.trace)
    assert summary.exception is not None
    return explain_crash(summary.exception, summary, _files(name).get)


def _files(name: str) -> dict[str, str]:
    """By their paths in the project; a script alone is its `train.py`."""
    alone = FIXTURES / f"{name}.py"
    if alone.exists():
        return {SCRIPT: alone.read_text("utf-8")}
    folder = FIXTURES / name
    paths = sorted(folder.rglob("*.py"))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}
