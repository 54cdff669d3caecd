"""Reading a trace of 1 GB to its summary: how fast, and in how much memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.figures import Figure
from tests.benchmarks.trace_generator import write_trace

SIZE = "SEISMOGRAD_TRACE_BYTES"
GIGABYTE = 1_000_000_000
SMALL = 10_000_000
LEAST_MEGABYTES_A_SECOND = 8.0
MOST_GROWTH = 1.25
"""Peak memory for the large trace over that for the small one."""
MEASURED = """
import json, resource, sys, time
from seismograd.traces import summarise
started = time.process_time()
summary = summarise(sys.argv[1])
print(json.dumps({
    "seconds": time.process_time() - started,
    "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "points": len(summary.loss.points),
}))
"""


def measure() -> Iterator[Figure]:
    size = int(os.environ.get(SIZE, GIGABYTE))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.jsonl"
        small = _read(path, SMALL)
        large = _read(path, size)
    details = {"trace MB": size / 1e6, "CPU s": large["seconds"], "points": large["points"]}
    yield Figure(
        "reading a trace",
        size / 1e6 / large["seconds"],
        unit="MB/s",
        least=LEAST_MEGABYTES_A_SECOND,
        details=details,
    )
    yield Figure(
        "memory for a large trace over a small one",
        large["megabytes"] / small["megabytes"],
        most=MOST_GROWTH,
        details={"large MB": large["megabytes"], "small MB": small["megabytes"]},
    )


def _read(path: Path, size: int) -> dict[str, Any]:
    write_trace(path, size)
    command = [sys.executable, "-c", MEASURED, str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(result.stdout)
    return found
