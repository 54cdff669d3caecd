"""Run `seismograd repair` on a project as a user would, and measure its patch once more."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from threading import Lock
from typing import Any

from tests.benchmarks.diagnosing import LIMIT_S, VARIABLES, Row, environment

from seismograd.cancellation import Cancellation
from seismograd.localise.diagnose_run import read_script
from seismograd.localise.sign_flip import SIGNIFICANT, sign_flip_p
from seismograd.repair.named_numbers import named_numbers
from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.trials.patch_runs import value_of
from seismograd.repair.verification.verify import FEWEST_SEEDS, FIRST_SEED
from seismograd.runs.entry import Entry
from seismograd.runs.plan import Plan
from seismograd.runs.preloading import SLOW
from seismograd.runs.trial import Trial, TrialRunner
from seismograd.settings import Settings
from seismograd_sandbox.host.selection import choose

NO_STOPPING = "auto-without-stopping"
TRAINING_S = 600.0
AT_ONCE = "2"
"""Trainings: a strategy hears of results in rounds, which must be as large for all of them."""
VERIFIED_WITH = range(FIRST_SEED, FIRST_SEED + FEWEST_SEEDS)
FURTHER = range(1001, 1011)
"""Seeds that neither the search nor the verification has seen."""
KEPT = ("status", "reason", "objective", "baseline", "patches", "trials", "budget")


class KnownFixed:
    """What a fixed program reaches: trained once for all jobs, which wait for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._by_objective: dict[Objective, list[float | None]] = {}

    def values(
        self, objective: Objective, measured: Callable[[], list[float | None]]
    ) -> list[float | None]:
        with self._lock:
            if objective not in self._by_objective:
                self._by_objective[objective] = measured()
            return self._by_objective[objective]


@dataclass(frozen=True)
class Job:
    """One program with one strategy and budget."""

    project: Path
    """It is changed: a copy."""
    fixed: Path | None
    """What the author calls repaired; None where nothing is to be repaired."""
    strategy: str
    trainings: int
    interpreter: Path
    check: bool = True
    """Whether to train the patch with further seeds."""
    known_fixed: KnownFixed = field(default_factory=KnownFixed, compare=False)
    """Shared by the jobs of one program."""


def repaired(job: Job) -> Row:
    """What `repair` says, what the fixed program reaches, and what the patch is with more seeds."""
    with tempfile.TemporaryDirectory(prefix="original-") as folder:
        original = Path(folder) / "project"
        shutil.copytree(job.project, original)
        start = time.monotonic()
        told = _told(job)
        seconds = round(time.monotonic() - start, 1)
        objective = _objective(told)
        is_patched = told.get("status") == "repaired" and job.check and objective is not None
        row = {
            "seconds": seconds,
            "error": told.get("error"),
            "fixed": _fixed_values(job, objective),
            "again": {
                "baseline": _values(job, original, objective, FURTHER) if is_patched else [],
                "patched": _values(job, job.project, objective, FURTHER) if is_patched else [],
            },
        }
    return {**row, **{name: told.get(name) for name in KEPT}}


def _told(job: Job) -> Row:
    is_plain = job.strategy == NO_STOPPING
    command = [
        *(sys.executable, "-m", "seismograd.cli.main", "repair", "--format", "json", "--apply"),
        *("--sandbox", "process", "--python", str(job.interpreter)),
        *(
            "--jobs",
            AT_ONCE,
            "--budget",
            str(job.trainings),
            "--strategy",
            "auto" if is_plain else job.strategy,
        ),
        *(["--no-stopping"] if is_plain else []),
        *(word for name, value in VARIABLES.items() for word in ("--env", f"{name}={value}")),
        "train.py",
    ]
    ran = subprocess.run(
        command, cwd=job.project, env=environment(), capture_output=True, text=True, timeout=LIMIT_S
    )
    found: Row = json.loads(ran.stdout) if ran.stdout.strip() else {"error": ran.stderr[-2000:]}
    return found


def _objective(told: Row) -> Objective | None:
    found = told.get("objective")
    if not found:
        return None
    return Objective(found["name"], Direction(found["direction"]), Origin(found["origin"]))


def _fixed_values(job: Job, objective: Objective | None) -> list[float | None]:
    fixed = job.fixed
    if fixed is None or objective is None:
        return []
    return job.known_fixed.values(objective, lambda: _values(job, fixed, objective, VERIFIED_WITH))


def _values(
    job: Job, project: Path, objective: Objective | None, seeds: Sequence[int]
) -> list[float | None]:
    if objective is None:
        return []
    plan = Plan(Entry(project, ".", "train.py"), job.interpreter, environment=VARIABLES)
    runner = TrialRunner(plan, choose("process", project), [*SLOW], TRAINING_S, Cancellation())
    names = named_numbers(read_script(project, project / "train.py", Settings()).program)
    with runner:
        results = [names.result(runner.run(Trial(shift_seeds=seed))) for seed in seeds]
    return [value_of(one, objective) for one in results]


def first_verified(row: Row) -> Row | None:
    return next((one for one in row["patches"] or [] if one["verified"]), None)


def improvement_rate(row: Row) -> float | None:
    """The study's: (patched - faulty) / (fixed - faulty), of the first patch that is verified.

    0 without one; None where nothing can be compared.
    """
    fixed, faulty = (_mean(values) for values in (row["fixed"], _baseline(row)))
    patch = first_verified(row)
    if patch is None:
        return 0.0
    patched = _mean(patch["values"])
    if faulty is None or fixed is None or fixed == faulty or patched is None:
        return None
    return (patched - faulty) / (fixed - faulty)


def holds(row: Row) -> bool | None:
    """Whether further seeds show a gain as well; None where there is no patch."""
    objective = _objective(row)
    again = row["again"]
    if objective is None or not again["patched"]:
        return None
    gains = [
        objective.gain(old, new)
        for old, new in zip(again["baseline"], again["patched"], strict=True)
    ]
    return sign_flip_p(gains) < SIGNIFICANT


def summarise(rows: Sequence[Row]) -> dict[str, Any]:
    rates = [rate for rate in map(improvement_rate, rows) if rate is not None]
    patches = [patch for patch in map(first_verified, rows) if patch is not None]
    held = [held for held in map(holds, rows) if held is not None]
    sizes = [len(patch["changes"]) for patch in patches]
    return {
        "programs": len(rows),
        "verified": len(patches),
        "median improvement rate": round(median(rates), 2) if rates else None,
        "of one change": sum(size == 1 for size in sizes),
        "offer one of one change": sum(map(_offers_one_change, rows)),
        "mean size": round(fmean(sizes), 2) if sizes else None,
        "holds with further seeds": f"{sum(held)} of {len(held)}",
        "seconds": round(sum(row["seconds"] for row in rows)),
        "errors": [row["key"] for row in rows if row["error"]],
    }


def _offers_one_change(row: Row) -> bool:
    return any(one["verified"] and len(one["changes"]) == 1 for one in row["patches"] or [])


def as_line(row: Row) -> str:
    rate, held = improvement_rate(row), holds(row)
    shown = "-" if rate is None else f"{rate:.2f}"
    first = (row["patches"] or [{}])[0].get("title", row["reason"] or row["error"] or "")
    mark = "" if held is None else (" holds" if held else " DOES NOT HOLD")
    return f"{row['key']:36} {row['status'] or 'error':16} {shown:>7}{mark}  {first[:90]}"


def _baseline(row: Row) -> Sequence[float | None]:
    return (row["baseline"] or {}).get("values") or []


def _mean(values: Sequence[float | None]) -> float | None:
    known = [one for one in values if one is not None]
    return fmean(known) if known else None
