"""Diagnose programs with one fault each, their healthy twins, and healthy look-alikes.

A case of `diagnose_cases` has `faulty/` and `healthy/`, or a look-alike's `train.py`, and
`truth.json`. They were new when they were first run, and are regression tests since: a figure that
says something about other programs needs other cases (`--cases FOLDER`).
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks.diagnosing import Row, collected, diagnosed, warnings_in

CASES = Path(__file__).parent / "diagnose_cases"
NEAR = 1
"""Lines between a finding and the fault."""


@dataclass(frozen=True)
class Case:
    name: str
    kind: str
    folder: Path

    @property
    def key(self) -> str:
        return f"{self.name} {self.kind}"


def find_cases(root: Path, names: Sequence[str] = ()) -> Iterator[Case]:
    for truth in sorted(root.glob("*/truth.json")):
        folder = truth.parent
        if names and folder.name not in names:
            continue
        kinds = [kind for kind in ("faulty", "healthy") if (folder / kind).is_dir()]
        yield from (Case(folder.name, kind, folder / kind) for kind in kinds)
        if not kinds:
            yield Case(folder.name, "look-alike", folder)


def diagnose(case: Case, words: Sequence[str]) -> Row:
    with tempfile.TemporaryDirectory(prefix="case-") as folder:
        project = Path(folder) / "project"
        shutil.copytree(case.folder, project)
        found = diagnosed(project, Path(sys.executable), words)
    return {"name": case.name, "kind": case.kind, **found}


def is_right(found: Row, truth: Row) -> bool:
    """Whether it is the fault, or what repairs the same."""
    wanted = {truth["fault_type"], *truth.get("alternatives", ())}
    return not wanted.isdisjoint({found["fault_type"], *found["alternatives"]})


def is_on_the_line(found: Row, truth: Row) -> bool:
    line = found["range"]["start"]["line"]
    return found["file"] == truth["file"] and abs(line - truth["line"]) <= NEAR


def summarise(rows: Sequence[Row], root: Path) -> dict[str, Any]:
    truths = {
        row["name"]: json.loads((root / row["name"] / "truth.json").read_text()) for row in rows
    }
    faulty = [
        (row["findings"], truths[row["name"]], row) for row in rows if row["kind"] == "faulty"
    ]
    healthy = [row for row in rows if row["kind"] != "faulty"]
    right = sum(is_right(one, truth) for _, truth, row in faulty for one in warnings_in(row))
    alarms = sum(len(warnings_in(row)) for row in healthy)
    warned = sum(len(warnings_in(row)) for _, _, row in faulty) + alarms
    confirmed = [is_right(o, t) for found, t, _ in faulty for o in found if o["confirmed"]]
    return {
        "faults": len(faulty),
        "first": sum(bool(found) and is_right(found[0], truth) for found, truth, _ in faulty),
        "in the list": sum(any(is_right(o, t) for o in found) for found, t, _ in faulty),
        "on the line": sum(
            any(is_right(o, t) and is_on_the_line(o, t) for o in found) for found, t, _ in faulty
        ),
        "healthy": len(healthy),
        "alarms": alarms,
        "precision": round(right / warned, 2) if warned else None,
        "confirmed": f"{sum(confirmed)} of {len(confirmed)} right",
        "seconds": median(row["seconds"] for row in rows) if rows else None,
        "errors": [row["key"] for row in rows if row["error"]],
    }


def as_text(rows: Sequence[Row], root: Path) -> Iterator[str]:
    for row in sorted(rows, key=lambda one: (one["kind"], one["name"])):
        named = ", ".join(
            f"{found['name']} {found['confidence']}{'!' if found['confirmed'] else ''}"
            for found in row["findings"]
        )
        yield f"{row['kind']:11}{row['name']:30.29} {named or '-'}"
    yield ""
    yield from (f"{name}: {value}" for name, value in summarise(rows, root).items())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="CASE", help="some of them")
    parser.add_argument("--cases", type=Path, default=CASES, help="a folder with other cases")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/diagnose_cases.jsonl"))
    parser.add_argument("--budget", metavar="S", help="seconds for experiments")
    options = parser.parse_args(arguments)
    words = [] if options.budget is None else ["--budget", options.budget]
    cases = find_cases(options.cases, options.names)
    rows = collected(
        options.out, cases, lambda case: case.key, lambda case: diagnose(case, words), options.jobs
    )
    print("\n".join(as_text([*rows], options.cases)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
