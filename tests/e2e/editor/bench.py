"""Measure the extension in a real editor: `python -m tests.e2e.editor.bench`."""

from __future__ import annotations

import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.figures import Figure, table
from tests.e2e.editor.desk import Desk
from tests.e2e.editor.session import ROOT, TRUST_ALL, built_extension, open_desk
from tests.e2e.programs import SCRIPT

RESULTS = ROOT / "build" / "bench" / "editor.json"
WINDOWS = 5
FILES = 8
ACTIVATED = re.compile(r"activated in (\d+) ms")


def measure(vsix: Path, folder: Path) -> Iterator[Figure]:
    yield Figure("size of the package", vsix.stat().st_size / 1e6, "MB", most=5)
    settings = {**TRUST_ALL, "seismograd.python": sys.executable}
    with open_desk(vsix, folder, settings) as desk:
        yield _squiggle(desk)
        yield _activation(desk)


def _squiggle(desk: Desk) -> Figure:
    """From opening a file to its squiggle, in an editor that has checked one before."""
    names = [f"train{number}.py" for number in range(FILES + 1)]
    for name in names:
        desk.write(name, SCRIPT)
    window = desk.open(desk.start())
    window.open_file(names[0])
    window.squiggles("error").first.wait_for()
    times = []
    for name in names[1:]:
        window.close_editors()
        began = time.perf_counter()
        window.open_file(name)
        window.squiggles("error").first.wait_for()
        times.append(time.perf_counter() - began)
    desk.close_windows()
    details = {"median": statistics.median(times), "files": FILES}
    return Figure("from opening a file to the squiggle", max(times), "s", most=2, details=details)


def _activation(desk: Desk) -> Figure:
    """What the extension says of itself, window by window."""
    (editor,) = desk.editors
    for _ in range(WINDOWS):
        window = desk.open(editor)
        window.open_file("train0.py")
        window.squiggles("error").first.wait_for()
        desk.close_windows()
    times = [int(found) for found in ACTIVATED.findall(editor.output("Seismograd"))]
    assert times, "the extension said nothing of its activation"
    details = {"slowest": max(times), "windows": len(times)}
    return Figure("activation", statistics.median(times), "ms", most=100, details=details)


def main() -> int:
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        for figure in measure(built_extension(), Path(folder)):
            print(*table([figure]), flush=True)
            figures.append(figure)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps([figure.as_json() for figure in figures], indent=2) + "\n")
    return 1 if any(figure.reached is False for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
