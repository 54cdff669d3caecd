"""Repair the study's faulty programs with every strategy at the same budget.

The improvement rate is the study's: (patched - faulty) / (fixed - faulty), by the objective that
`repair` finds, over the seeds of its verification. Rows are kept, one a line: a second call goes
on where the first one stopped.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

from tests.benchmarks.diagnosing import LIMIT_S, VARIABLES, Row, collected, environment
from tests.benchmarks.study_diagnoses import PROGRAMS, cases
from tests.benchmarks.study_environment import make_interpreter, make_project

from seismograd.cancellation import Cancellation
from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.patch_runs import value_of
from seismograd.repair.verify import FIRST_SEED, SEEDS
from seismograd.runs.entry import Entry
from seismograd.runs.plan import Plan
from seismograd.runs.trial import Trial, TrialRunner
from seismograd_sandbox.host.selection import choose

STRATEGIES = ("auto", "random", "tpe", "gp", "bohb", "halving")
NO_STOPPING = "auto-without-stopping"
TRAINING_S = 600.0


@dataclass(frozen=True)
class Case:
    """One faulty program with one strategy and budget."""

    framework: str
    id: str
    strategy: str
    budget: int

    @property
    def key(self) -> str:
        return f"{self.framework} {self.id} {self.strategy} {self.budget}"

    def program(self, kind: str) -> Path:
        return PROGRAMS[self.framework] / self.id / f"{kind}.py"


def repair(case: Case, interpreter: Path) -> Row:
    """What `repair` says of the faulty program, and what the fixed one reaches."""
    with tempfile.TemporaryDirectory(prefix="study-") as name:
        folder = Path(name).resolve()
        faulty = make_project(folder / "faulty", case.program("faulty"), interpreter)
        fixed = make_project(folder / "fixed", case.program("fixed"), interpreter)
        start = time.monotonic()
        told = _repaired(case, faulty, interpreter)
        seconds = round(time.monotonic() - start, 1)
        objective = _objective(told)
        values = _fixed_values(fixed, interpreter, objective) if objective else []
    row = {"seconds": seconds, "error": told.get("error"), "fixed": values, **vars(case)}
    return {**row, **{name: told.get(name) for name in KEPT}}


KEPT = ("status", "reason", "objective", "baseline", "patches", "trials", "budget")


def _repaired(case: Case, project: Path, interpreter: Path) -> Row:
    is_plain = case.strategy == NO_STOPPING
    command = [
        *(sys.executable, "-m", "seismograd.cli.main", "repair", "--format", "json"),
        *("--sandbox", "process", "--python", str(interpreter), "--budget", str(case.budget)),
        *("--strategy", "auto" if is_plain else case.strategy),
        *(["--no-stopping"] if is_plain else []),
        *(word for name, value in VARIABLES.items() for word in ("--env", f"{name}={value}")),
        "train.py",
    ]
    ran = subprocess.run(
        command, cwd=project, env=environment(), capture_output=True, text=True, timeout=LIMIT_S
    )
    found: Row = json.loads(ran.stdout) if ran.stdout.strip() else {"error": ran.stderr[-2000:]}
    return found


def _objective(told: Row) -> Objective | None:
    found = told.get("objective")
    if not found:
        return None
    return Objective(found["name"], Direction(found["direction"]), Origin(found["origin"]))


def _fixed_values(project: Path, interpreter: Path, objective: Objective) -> list[float | None]:
    plan = Plan(Entry(project, ".", "train.py"), interpreter, environment=VARIABLES)
    runner = TrialRunner(plan, choose("process", project), ["keras"], TRAINING_S, Cancellation())
    with runner:
        results = [
            runner.run(Trial(shift_seeds=seed)) for seed in range(FIRST_SEED, FIRST_SEED + SEEDS)
        ]
    return [value_of(one, objective) for one in results]


def improvement_rate(row: Row) -> float | None:
    """Of the first patch that is verified: 0 without one; None where nothing can be compared."""
    fixed, faulty = (_mean(values) for values in (row["fixed"], _baseline(row)))
    patch = next((one for one in row["patches"] or [] if one["verified"]), None)
    if patch is None:
        return 0.0
    if faulty is None or fixed is None or fixed == faulty:
        return None
    patched = _mean(patch["values"])
    return None if patched is None else (patched - faulty) / (fixed - faulty)


def _baseline(row: Row) -> Sequence[float | None]:
    return (row["baseline"] or {}).get("values") or []


def _mean(values: Sequence[float | None]) -> float | None:
    known = [one for one in values if one is not None]
    return fmean(known) if known else None


def as_text(rows: Sequence[Row]) -> Iterator[str]:
    for row in sorted(rows, key=lambda one: (one["budget"], one["strategy"], one["id"])):
        rate = improvement_rate(row)
        shown = "-" if rate is None else f"{rate:.2f}"
        first = (row["patches"] or [{}])[0].get("title", row["reason"] or row["error"] or "")
        yield f"{row['key']:32} {row['status'] or 'error':16} {shown:>7}  {first[:90]}"
    for budget in sorted({row["budget"] for row in rows}):
        for strategy in dict.fromkeys(row["strategy"] for row in rows):
            some = [r for r in rows if (r["strategy"], r["budget"]) == (strategy, budget)]
            if some:
                yield f"{strategy} at {budget}: {summarise(some)}"


def summarise(rows: Sequence[Row]) -> Row:
    rates = [rate for rate in map(improvement_rate, rows) if rate is not None]
    sizes = [
        len(one["changes"]) for row in rows for one in (row["patches"] or [])[:1] if one["verified"]
    ]
    return {
        "programs": len(rows),
        "median improvement rate": round(median(rates), 2) if rates else None,
        "verified": len(sizes),
        "of one change": sum(size == 1 for size in sizes),
        "mean size": round(fmean(sizes), 2) if sizes else None,
        "seconds": round(sum(row["seconds"] for row in rows)),
        "errors": [row["key"] for row in rows if row["error"]],
    }


def all_cases(options: argparse.Namespace) -> list[Case]:
    ids = dict.fromkeys(case.id for case in cases(options.framework, options.ids, 1))
    return [
        Case(options.framework, id_, strategy, budget)
        for budget in options.budgets
        for strategy in options.strategies
        for id_ in ids
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="study-interpreter-") as folder:
        interpreter = make_interpreter(Path(folder), options.examples)
        rows = collected(
            options.out,
            all_cases(options),
            lambda case: case.key,
            lambda case: repair(case, interpreter),
            options.jobs,
        )
        print("\n".join(as_text([*rows])))
    return 0


def _parser() -> argparse.ArgumentParser:
    def words(text: str) -> list[str]:
        return text.split(",")

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--framework", choices=sorted(PROGRAMS), default="keras")
    parser.add_argument("--ids", type=words, default=[])
    parser.add_argument("--strategies", type=words, default=[*STRATEGIES, NO_STOPPING])
    parser.add_argument("--budgets", type=lambda text: [*map(int, words(text))], default=[20])
    parser.add_argument("--examples", type=int, default=1000, help="in a data set, for training")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/study_repairs.jsonl"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
