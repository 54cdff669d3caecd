"""Run the benchmarks: `python -m tests.benchmarks.run [NAME...]`."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
from collections.abc import Sequence
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
}


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if options.download:
        for missing in download():
            print(f"cannot be downloaded: {missing}", file=sys.stderr)
    figures = {name: _run(name, options.tree) for name in options.names or BENCHES}
    _write(figures, options.out)
    missed = [figure for part in figures.values() for figure in part if figure.reached is False]
    return 1 if missed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure, print a table and write JSON.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHES))
    parser.add_argument("--tree", action="append", default=[], help="precision: only these trees")
    parser.add_argument(
        "--download", action="store_true", help="fetch the packages that precision reads"
    )
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the JSON goes")
    return parser


def _run(name: str, trees: Sequence[str]) -> list[Figure]:
    print(f"== {name}", flush=True)
    module = importlib.import_module(f"tests.benchmarks.{BENCHES[name]}")
    figures = []
    for figure in module.measure(frozenset(trees)) if name == "precision" else module.measure():
        print(*table([figure]), flush=True)
        figures.append(figure)
    return figures


def _write(figures: dict[str, list[Figure]], path: Path) -> None:
    """Keep the figures of benches that were not run this time."""
    known: dict[str, Any] = json.loads(path.read_text())["benches"] if path.exists() else {}
    known |= {name: [figure.as_json() for figure in part] for name, part in figures.items()}
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"version": 1, "on": machine, "benches": known}, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
