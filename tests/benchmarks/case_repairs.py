"""Repair programs with one fault each, and healthy ones, in which there is nothing to repair.

A case has `faulty/` and `healthy/`, or only a healthy program's `train.py`, and `truth.json`
(`--cases FOLDER`). The improvement rate is (patched - faulty) / (healthy - faulty).
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks.case_diagnoses import CASES, Case, find_cases
from tests.benchmarks.diagnosing import Row, collected
from tests.benchmarks.repairing import Job, as_line, repaired, summarise


def repair(case: Case, options: argparse.Namespace) -> Row:
    with tempfile.TemporaryDirectory(prefix="case-") as folder:
        project, fixed = Path(folder) / "project", Path(folder) / "fixed"
        shutil.copytree(case.folder, project)
        if case.kind == "faulty":
            shutil.copytree(case.folder.parent / "healthy", fixed)
        job = Job(
            project,
            fixed if case.kind == "faulty" else None,
            options.strategy,
            options.budget,
            Path(sys.executable),
        )
        found = repaired(job)
    return {"name": case.name, "kind": case.kind, **found}


def as_text(rows: Sequence[Row]) -> Iterator[str]:
    for kind in dict.fromkeys(row["kind"] for row in rows):
        some = sorted((row for row in rows if row["kind"] == kind), key=lambda row: row["name"])
        yield from map(as_line, some)
        yield f"{kind}: {summarise(some)}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="CASE", help="some of them")
    parser.add_argument("--cases", type=Path, default=CASES, help="a folder with other cases")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/repair_cases.jsonl"))
    parser.add_argument("--twins", action="store_true", help="also those of faulty programs")
    parser.add_argument("--strategy", default="auto")
    parser.add_argument("--budget", type=int, default=20)
    options = parser.parse_args(arguments)
    found = find_cases(options.cases, options.names)
    cases = [case for case in found if options.twins or case.kind != "healthy"]
    rows = collected(
        options.out,
        cases,
        lambda case: case.key,
        lambda case: repair(case, options),
        options.jobs,
    )
    print("\n".join(as_text([*rows])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
