"""Memory of the server with a workspace of 200 files, all of them open."""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.figures import Figure
from tests.benchmarks.lsp_client import SEISMOGRAD, LspClient
from tests.benchmarks.program_generator import generate

MOST_MEGABYTES = 150.0
FILES = 200
LENGTHS = (60, 400)


def measure() -> Iterator[Figure]:
    draw = random.Random(200)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        texts = {
            root / f"part_{number:03}.py": generate(draw.randrange(*LENGTHS), seed=number)
            for number in range(FILES)
        }
        for path, text in texts.items():
            path.write_text(text)
        with LspClient(SEISMOGRAD, root) as client:
            empty = resident_megabytes(client.pid)
            for path, text in texts.items():
                client.open(path.as_uri(), text)
            client.published_for_all(path.as_uri() for path in texts)
            full = resident_megabytes(client.pid)
    lines = sum(text.count("\n") for text in texts.values())
    details = {"before opening": empty, "lines": lines}
    yield Figure(
        f"memory, {FILES} files open", full, unit="MB", most=MOST_MEGABYTES, details=details
    )


def resident_megabytes(pid: int) -> float:
    """Resident memory of a process and of those it started."""
    listing = subprocess.run(
        ["ps", "-e", "-o", "pid=,ppid=,rss="], capture_output=True, text=True, check=True
    )
    rows = [tuple(map(int, line.split())) for line in listing.stdout.splitlines()]
    family = {pid}
    for child, parent, _ in sorted(rows):
        if parent in family:
            family.add(child)
    return sum(size for number, _, size in rows if number in family) / 1024
