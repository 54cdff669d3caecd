"""Run the benchmarks: `python -m tests.benchmarks.run [NAME...]`."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.corpora import download
from tests.benchmarks.figures import Figure, table

RESULTS = Path(__file__).parents[2] / "build" / "bench" / "figures.json"
BENCHES = {
    "study": "study_figures",
    "throughput": "throughput",
    "torchfix": "torchfix_speed",
    "startup": "startup",
    "latency": "latency",
    "memory": "memory",
    "precision": "precision",
    "traces": "trace_reading",
    "sandboxes": "sandbox_start",
}


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if options.download:
        for missing in download():
            print(f"cannot be downloaded: {missing}", file=sys.stderr)
    results = {name: _run(name, options.tree) for name in options.names or BENCHES}
    figures = {name: part for name, part in results.items() if part is not None}
    _write(figures, options.out)
    missed = [figure for part in figures.values() for figure in part if figure.reached is False]
    return 1 if missed or len(figures) < len(results) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure, print a table and write JSON.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHES))
    parser.add_argument("--tree", action="append", default=[], help="precision: only these trees")
    parser.add_argument(
        "--download", action="store_true", help="fetch the packages that precision reads"
    )
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the JSON goes")
    return parser


def _run(name: str, trees: Sequence[str]) -> list[Figure] | None:
    """The figures of a bench; None where it failed, which must not cost the others."""
    print(f"== {name}", flush=True)
    try:
        module = importlib.import_module(f"tests.benchmarks.{BENCHES[name]}")
        return list(_shown(module.measure(*[frozenset(trees)] * (name == "precision"))))
    except Exception:
        traceback.print_exc()
        return None


def _shown(figures: Iterable[Figure]) -> Iterator[Figure]:
    for figure in figures:
        print(*table([figure]), flush=True)
        yield figure


def _write(figures: dict[str, list[Figure]], path: Path) -> None:
    """Keep the figures of benches that were not run this time."""
    known: dict[str, Any] = json.loads(path.read_text())["benches"] if path.exists() else {}
    known |= {name: [figure.as_json() for figure in part] for name, part in figures.items()}
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"version": 1, "on": machine, "benches": known}, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
