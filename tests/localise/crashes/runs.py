"""Scripts that crash, run once a session under the guest, and what their comments expect."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from seismograd.localise.crashes import Crash, explain_crash
from seismograd.traces import TraceSummary, summarise
from tests.sandbox.guest.runs import watched

FIXTURES = Path(__file__).parent / "fixtures"
EXPECTED = re.compile(r"# fault: ([A-Z]+)\s*$")
NAMES = sorted(
    path.stem for path in FIXTURES.iterdir() if path.suffix == ".py" or (path / "train.py").exists()
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


def explain(name: str) -> Crash | None:
    summary = crash(name)
    assert summary.exception is not None
    return explain_crash(summary.exception, summary, _files(name).get)


@cache
def crash(name: str) -> TraceSummary:
    root = Path(mkdtemp(prefix="crash-")) / "project"
    for file, text in _files(name).items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    seen = watched(root, ["train.py"], options=(), OMP_NUM_THREADS="1", KERAS_BACKEND="torch")
    try:
        assert seen.end["outcome"] == "failed", seen.ran.stderr
        return summarise(seen.trace)
    finally:
        shutil.rmtree(root.parent)


def _files(name: str) -> dict[str, str]:
    """By their paths in the project; a script alone is its `train.py`."""
    alone = FIXTURES / f"{name}.py"
    if alone.exists():
        return {"train.py": alone.read_text("utf-8")}
    folder = FIXTURES / name
    paths = sorted(folder.rglob("*.py"))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}
