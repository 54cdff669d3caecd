"""Repair the study's faulty programs with every strategy at the same budget.

The improvement rate is the study's: (patched - faulty) / (fixed - faulty), by the objective that
`repair` finds, over the seeds of its verification. Rows are kept, one a line: a second call goes
on where the first one stopped.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.diagnosing import Row, collected
from tests.benchmarks.repairing import NO_STOPPING, Job, KnownFixed, as_line, repaired, summarise
from tests.benchmarks.study_diagnoses import PROGRAMS
from tests.benchmarks.study_environment import make_interpreter, make_project

STRATEGIES = ("auto", "random", "tpe", "gp", "bohb", "halving")


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


def repair(case: Case, interpreter: Path, known_fixed: KnownFixed, *, check: bool) -> Row:
    with tempfile.TemporaryDirectory(prefix="study-") as name:
        folder = Path(name).resolve()
        faulty = make_project(folder / "faulty", case.program("faulty"), interpreter)
        fixed = make_project(folder / "fixed", case.program("fixed"), interpreter)
        job = Job(faulty, fixed, case.strategy, case.budget, interpreter, check, known_fixed)
        found = repaired(job)
    return {**found, "id": case.id, "strategy": case.strategy, "trainings": case.budget}


def as_text(rows: Sequence[Row]) -> Iterator[str]:
    for row in sorted(rows, key=lambda one: (one["trainings"], one["strategy"], one["id"])):
        yield as_line(row)
    for budget in sorted({row["trainings"] for row in rows}):
        for strategy in dict.fromkeys(row["strategy"] for row in rows):
            some = [r for r in rows if (r["strategy"], r["trainings"]) == (strategy, budget)]
            if some:
                yield f"{strategy} at {budget}: {summarise(some)}"


def all_cases(options: argparse.Namespace) -> list[Case]:
    """Also of the programs that the study only repairs."""
    known = sorted(path.parent.name for path in PROGRAMS[options.framework].glob("*/fixed.py"))
    unknown = set(options.ids) - {*known}
    if unknown:
        raise SystemExit(f"no such programs: {', '.join(sorted(unknown))}")
    ids = [id_ for id_ in known if not options.ids or id_ in options.ids]
    return [
        Case(options.framework, id_, strategy, budget)
        for budget in options.budgets
        for id_ in ids
        for strategy in options.strategies
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="study-interpreter-") as folder:
        interpreter = make_interpreter(Path(folder), options.examples)
        known: defaultdict[str, KnownFixed] = defaultdict(KnownFixed)
        rows = collected(
            options.out,
            all_cases(options),
            lambda case: case.key,
            lambda case: repair(case, interpreter, known[case.id], check=options.check),
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
    parser.add_argument("--check", action="store_true", help="train patches with further seeds")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/study_repairs.jsonl"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
