"""Run healthy programs and their mutants watched, and write what each run shows.

    python -m tests.calibration.collect --out rows.jsonl --jobs 14

One JSON line a run. What is there already is not run again: start it anew after an interruption.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.util import Finalize
from pathlib import Path

from tests.calibration.damage import drops, is_damaged
from tests.calibration.discovery import Program, all_programs
from tests.calibration.operators.operator import Effect, Mutant, Operator
from tests.calibration.watching import SCRIPT, Observation, Row, WatchingRunner, open_runner

SEEDS = (1, 2, 3, 4, 5)
"""The fewest for which the test can say yes."""
MORE_HEALTHY_SEEDS = (6, 7, 8)
"""False alarms are counted on healthy runs, of which there are few."""
CRASHES = 2
"""A crash does not depend on the seed: so many runs of a mutant that crashes are enough."""
HEALTHY = "healthy"

Qualities = dict[int, float | None]


@dataclass(frozen=True, slots=True)
class Task:
    """All runs of a program or of one of its mutants."""

    program: Program
    operator: Operator | None = None
    mutant: Mutant | None = None
    healthy: Qualities = field(default_factory=dict)
    """Of the program as it is, by seed."""

    @property
    def key(self) -> tuple[str, str]:
        return self.program.name, self.operator.name if self.operator else HEALTHY

    @property
    def text(self) -> str:
        return self.mutant.source if self.mutant else self.program.text


_runners: dict[bool, WatchingRunner] = {}
"""Of this process: with Keras loaded, and without."""


def perform(key: tuple[str, str], healthy: Qualities) -> list[Row]:
    """In a process of its own; a run that cannot be had ends it.

    Operators are functions, which do not travel: they are looked up by name.
    """
    task = _task(key, healthy)
    rows: list[Row] = []
    for seed in _seeds(task):
        rows.append(_run(task, seed))
        if rows[-1]["error"] or _is_settled(task, rows):
            break
    kept = _is_kept(task, rows)
    return [{**row, "kept": kept} for row in rows]


def _task(key: tuple[str, str], healthy: Qualities) -> Task:
    program = next(one for one in all_programs() if one.name == key[0])
    for operator, mutant in program.mutants():
        if operator.name == key[1]:
            return Task(program, operator, mutant, healthy)
    return Task(program)


def _seeds(task: Task) -> tuple[int, ...]:
    return SEEDS if task.mutant else SEEDS + MORE_HEALTHY_SEEDS


def _run(task: Task, seed: int) -> Row:
    row = {**_described(task), "seed": seed}
    try:
        observation = _runner(task.program.is_keras).observe(task.text, seed)
    except Exception as error:  # one run that fails is a row, not the end
        _drop_runner(task.program.is_keras)
        traceback.print_exc()
        return {**row, "quality": None, "error": f"{type(error).__name__}: {error}"}
    return {**row, **_measured(observation), "error": None}


def _measured(observation: Observation) -> Row:
    return {name: getattr(observation, name) for name in observation.__slots__}


def _described(task: Task) -> Row:
    operator, mutant = task.operator, task.mutant
    return {
        "program": task.program.name,
        "operator": task.key[1],
        "fault": operator.fault_type.name if operator else None,
        "alternatives": [one.name for one in operator.alternatives] if operator else [],
        "causes": list(operator.causes) if operator else [],
        "effect": operator.effect.value if operator else None,
        "file": SCRIPT,
        "lines": list(mutant.lines) if mutant else [],
    }


def _runner(is_keras: bool) -> WatchingRunner:
    if is_keras not in _runners:
        folder = Path(tempfile.mkdtemp(prefix="seismograd-calibration-")).resolve()
        _runners[is_keras] = open_runner(folder, is_keras=is_keras)
        Finalize(None, _drop_runner, (is_keras, folder), exitpriority=1)
    return _runners[is_keras]


def _drop_runner(is_keras: bool, folder: Path | None = None) -> None:
    """Also when the process ends: what it started, and its folder, would stay."""
    runner = _runners.pop(is_keras, None)
    with suppress(Exception):
        if runner is not None:
            runner.close()
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def _is_settled(task: Task, rows: Sequence[Row]) -> bool:
    """A mutant that one seed likes better is not kept, whatever the others say."""
    if task.operator is None or task.operator.effect is Effect.HIDDEN:
        return False
    if len(rows) >= CRASHES and all(row["quality"] is None for row in rows):
        return True
    return any(drop <= 0 for drop in drops(task.healthy, _qualities(rows)))


def _is_kept(task: Task, rows: Sequence[Row]) -> bool:
    if any(row["error"] for row in rows):
        return False
    qualities = _qualities(rows)
    if task.operator is None:
        return all(value is not None for value in qualities.values())
    if task.operator.effect is Effect.HIDDEN or not any(v is not None for v in qualities.values()):
        return True
    return is_damaged(task.healthy, drops(task.healthy, qualities))


def _qualities(rows: Iterable[Row]) -> Qualities:
    return {row["seed"]: row["quality"] for row in rows}


class Collection:
    """A file of rows that grows, and the processes that make them."""

    def __init__(self, out: Path, jobs: int, minutes: float) -> None:
        self._out = out
        self._rows = read_rows(out) if out.exists() else []
        self._jobs = jobs
        self._begun = time.monotonic()
        self._until = self._begun + 60 * minutes

    def run(self, programs: Sequence[Program], operators: Sequence[str]) -> None:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self._jobs, mp_context=context) as pool:
            self._perform(pool, [(one.name, HEALTHY) for one in programs])
            mutants = [
                (one.name, operator.name)
                for one in programs
                for operator, _ in one.mutants()
                if not operators or operator.name in operators
            ]
            self._perform(pool, sorted(mutants, key=_mixed))

    def _perform(self, pool: ProcessPoolExecutor, keys: Sequence[tuple[str, str]]) -> None:
        done = {(row["program"], row["operator"]) for row in self._rows}
        waiting = [key for key in keys if key not in done]
        running: set[Future[list[Row]]] = set()
        count = 0
        while (waiting and time.monotonic() < self._until) or running:
            while waiting and len(running) < self._jobs and time.monotonic() < self._until:
                key = waiting.pop(0)
                running.add(pool.submit(perform, key, self._healthy(key[0])))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                count += 1
                self._take(future, f"{count}, {len(waiting) + len(running)} left")
        if waiting:
            print(f"out of time: {len(waiting)} are left; start it again to go on")

    def _healthy(self, program: str) -> Qualities:
        own = [r for r in self._rows if r["program"] == program and r["operator"] == HEALTHY]
        return _qualities(own)

    def _take(self, future: Future[list[Row]], progress: str) -> None:
        try:
            rows = future.result()
        except Exception as error:
            print(f"a process ended: {error}", file=sys.stderr)
            return
        self._rows += rows
        with self._out.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
        print(f"{time.monotonic() - self._begun:6.0f} s  {_line(rows)}  ({progress})", flush=True)


def _line(rows: Sequence[Row]) -> str:
    first = rows[0]
    qualities = [f"{v:.2f}" if (v := row["quality"]) is not None else "-" for row in rows]
    best = next(iter(first.get("ranked") or ()), None)
    said = f"{best['fault']} {best['name']} {best['confidence']}" if best else "nothing"
    kept = "kept" if first["kept"] else "dropped"
    name = f"{first['program']} {first['operator']} {first['fault'] or ''}"
    return f"{name}: {kept} {' '.join(qualities)}: {said}"


def _mixed(key: tuple[str, str]) -> str:
    """An order in which the first half is like the second."""
    return hashlib.sha256(" ".join(key).encode()).hexdigest()


def read_rows(path: Path) -> list[Row]:
    """Without what an interruption tore."""
    return list(_parsed(path.read_text("utf-8").splitlines()))


def _parsed(lines: Iterable[str]) -> Iterator[Row]:
    for line in lines:
        try:
            row: Row = json.loads(line)
        except ValueError:
            continue
        yield row


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="JSON lines; continued if there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=600.0, help="start nothing after that")
    parser.add_argument("--programs", default="", help="names, comma-separated (default: all)")
    parser.add_argument("--operators", default="", help="names, comma-separated (default: all)")
    options = parser.parse_args(arguments)
    programs = _chosen(all_programs(), [one for one in options.programs.split(",") if one])
    collection = Collection(options.out, options.jobs, options.minutes)
    collection.run(programs, [one for one in options.operators.split(",") if one])
    return 0


def _chosen(programs: Sequence[Program], names: Sequence[str]) -> list[Program]:
    found = [one for one in programs if not names or one.name in names]
    if importlib.util.find_spec("keras") is None:
        print("keras is not installed: its programs are left out", file=sys.stderr)
        found = [one for one in found if not one.is_keras]
    return found


if __name__ == "__main__":
    raise SystemExit(main())
