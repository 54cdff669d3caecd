"""From the start of the process to the first diagnostic, against a minimal pygls server."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.corpora import HERE
from tests.benchmarks.figures import Figure
from tests.benchmarks.lsp_client import SEISMOGRAD, LspClient
from tests.benchmarks.timing import interleaved

MOST = 1.3
REPEATS = 9
PROGRAM = HERE / "study" / "M2" / "faulty.py"
MINIMAL = (sys.executable, str(HERE / "minimal_server.py"))


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        path = root / "train.py"
        path.write_text(PROGRAM.read_text())
        clock = _Clock(root, path)
        minimal, ours = interleaved(
            REPEATS, lambda: clock.run(MINIMAL), lambda: clock.run(SEISMOGRAD), clock=clock.seconds
        )
    details = {
        "ours ms": median(ours) * 1000,
        "minimal ms": median(minimal) * 1000,
        "diagnostics": clock.diagnostics,
    }
    yield Figure(
        "start to first diagnostic over minimal",
        median(ours) / median(minimal),
        most=MOST,
        details=details,
    )


class _Clock:
    """Wall time from the start of a server until it has spoken about the file."""

    def __init__(self, root: Path, path: Path) -> None:
        self._root, self._path = root, path
        self._taken = 0.0
        self.diagnostics = 0

    def run(self, command: Sequence[str]) -> None:
        with LspClient(command, self._root) as client:
            client.open(self._path.as_uri(), self._path.read_text())
            while not (found := client.published(self._path.as_uri())):
                pass
            self.diagnostics = len(found)
            self._taken = time.perf_counter() - client.started

    def seconds(self, action: object) -> float:
        assert callable(action)
        action()
        return self._taken
