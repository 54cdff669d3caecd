"""Diagnose the study's faulty programs and their mended twins, and score it as the study does.

Every program runs as it stands, with data of the same shape. Rows are kept, one a line: a second
call goes on where the first one stopped.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import fmean, median
from typing import Any

from tests.benchmarks.diagnosing import (
    LIMIT_S,
    Row,
    collected,
    diagnosed,
    environment,
    warnings_in,
)
from tests.benchmarks.study_environment import make_interpreter, make_project
from tests.benchmarks.study_score import (
    LEVELS,
    STUDY,
    Answer,
    Truth,
    answers_of,
    read_truth,
    score,
)

from seismograd.faults import FaultType

HERE = Path(__file__).parent
PROGRAMS = {"keras": STUDY, "torch": HERE / "study_torch"}
KINDS = ("faulty", "fixed")
TYPE, AFTER = (next(one for one in LEVELS if one.name == name) for name in ("type", "after"))
MOST_CONSTANT = 3
"""Fault types in an answer that is the same for every program."""


@dataclass(frozen=True)
class Case:
    """One program with one seed."""

    framework: str
    id: str
    kind: str
    seed: int

    @property
    def program(self) -> Path:
        return PROGRAMS[self.framework] / self.id / f"{self.kind}.py"

    @property
    def key(self) -> str:
        return f"{self.framework} {self.id} {self.kind} {self.seed}"


@dataclass(frozen=True)
class Named:
    """A finding of the JSON, as far as the score asks for it."""

    code: str
    fault_type: FaultType
    alternatives: tuple[FaultType, ...]
    layer: int | None


def diagnose(case: Case, interpreter: Path, words: Sequence[str]) -> Row:
    """A row: what was found, and how long it took beside the program alone."""
    with tempfile.TemporaryDirectory(prefix="study-") as folder:
        project = make_project(Path(folder) / "project", case.program, interpreter)
        alone = _seconds_alone(interpreter, project) if not case.seed else 0.0
        found = diagnosed(project, interpreter, ["--seed", str(case.seed), *words])
    return {**vars(case), "alone_s": round(alone, 1), **found}


def _seconds_alone(interpreter: Path, project: Path) -> float:
    start = time.monotonic()
    command = [str(interpreter), "train.py"]
    subprocess.run(command, cwd=project, env=environment(), capture_output=True, timeout=LIMIT_S)
    return time.monotonic() - start


def answers(row: Row) -> list[Answer]:
    """What is named as a warning or worse."""
    return answers_of(
        Named(
            found["code"],
            FaultType[found["fault_type"]],
            tuple(FaultType[name] for name in found["alternatives"]),
            found["layer"],
        )
        for found in warnings_in(row)
    )


def _false_answers(row: Row, truth: Truth) -> list[Answer]:
    """On a mended program: what also holds was not mended."""
    return [answer for answer in answers(row) if answer.type not in truth.also_true]


def constant_answers() -> Iterator[tuple[str, list[float]]]:
    """The best answers that look at no program: what every tool must beat."""
    truths = [truth for truth in map(read_truth, _folders()) if truth.localisation]
    types = sorted({fault.type for truth in truths for fault in truth.faults})
    for count in range(1, MOST_CONSTANT + 1):
        best = max((_constant_means(names, truths), names) for names in combinations(types, count))
        yield ", ".join(best[1]), [round(one, 2) for one in reversed(best[0])]


def _constant_means(names: Iterable[str], truths: Sequence[Truth]) -> tuple[float, float, float]:
    given = [Answer(name, frozenset(), frozenset(), frozenset()) for name in names]
    scores = [score(truth, given, AFTER) for truth in truths]
    means = [fmean(getattr(one, name) for one in scores) for name in ("f3", "precision", "recall")]
    return means[0], means[1], means[2]


def summarise(rows: Sequence[Row]) -> Row:
    """Means over all programs and seeds; a verdict is the set of named fault types."""
    truths = {row["id"]: truth_of(row["framework"], row["id"]) for row in rows}
    faulty = [row for row in rows if row["kind"] == "faulty"]
    fixed = [row for row in rows if row["kind"] == "fixed"]
    alarms = {row["key"]: _false_answers(row, truths[row["id"]]) for row in fixed}
    alarmed = {row["id"] for row in fixed if alarms[row["key"]]}
    alone = {(row["id"], row["kind"]): row["alone_s"] for row in rows if row["alone_s"]}
    ratios = [
        row["seconds"] / alone[row["id"], row["kind"]]
        for row in rows
        if (row["id"], row["kind"]) in alone
    ]
    return {
        "faults": len({row["id"] for row in faulty}),
        "seeds": len({row["seed"] for row in rows}),
        "means": {level.name: _means(faulty, truths, level) for level in (TYPE, AFTER)},
        "confirmed": round(fmean(_is_confirmed(row) for row in faulty), 2) if faulty else None,
        "fixed": len({row["id"] for row in fixed}),
        "alarmed": sorted(alarmed),
        "alarms_a_run": round(fmean(map(len, alarms.values())), 2) if fixed else None,
        "same_verdict": _same_verdict(rows),
        "times_one_training": round(median(ratios), 2) if ratios else None,
        "errors": [row["key"] for row in rows if row["error"]],
        "failed": [row["key"] for row in rows if row["run"].get("outcome") == "failed"],
        "constant": dict(constant_answers()),
    }


def _means(rows: Sequence[Row], truths: dict[str, Truth], level: Any) -> list[float]:
    scores = [score(truths[row["id"]], answers(row), level) for row in rows]
    return [
        round(fmean(getattr(one, name) for one in scores), 3) if scores else 0.0
        for name in ("recall", "precision", "f3")
    ]


def _is_confirmed(row: Row) -> bool:
    return any(found.get("confirmed") for found in row["findings"])


def _same_verdict(rows: Sequence[Row]) -> float:
    """The share of programs whose first-ranked fault type is the same for every seed."""
    verdicts: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        first = next((answer.type for answer in answers(row)), "")
        verdicts.setdefault((row["id"], row["kind"]), set()).add(first)
    return round(fmean(len(found) == 1 for found in verdicts.values()), 2) if verdicts else 0.0


def as_text(rows: Sequence[Row]) -> Iterator[str]:
    for row in sorted(rows, key=lambda one: (one["kind"], one["id"], one["seed"])):
        named = ", ".join(
            f"{found['fault_type']}{'!' if found.get('confirmed') else ''}"
            for found in warnings_in(row)
        )
        symptoms = " ".join(dict.fromkeys(one["name"] for one in row["run"].get("symptoms", [])))
        yield f"{row['id']:4}{row['kind']:8}{row['seed']:<3}{named or '-':34.33}{symptoms}"
    figures = summarise(rows)
    yield ""
    yield from (f"{name}: {value}" for name, value in figures.items() if name != "constant")
    yield "recall, precision, F3 (after) of answers that look at nothing:"
    yield from (f"  {names}: {values}" for names, values in figures["constant"].items())
    published = json.loads((STUDY / "published.json").read_text())["means"]
    yield "published: before (compare with `type`), after"
    for tool, before in published["before"].items():
        yield f"  {tool}: {before} {published['after'][tool]}"


def cases(framework: str, ids: Sequence[str], seeds: int) -> list[Case]:
    known = [truth.id for truth in map(read_truth, _folders()) if truth.localisation]
    wanted = [id_ for id_ in known if not ids or id_ in ids]
    return [
        Case(framework, id_, kind, seed)
        for seed in range(seeds)
        for id_ in wanted
        for kind in KINDS
    ]


def truth_of(framework: str, id_: str) -> Truth:
    return read_truth(STUDY / id_, PROGRAMS[framework] / id_)


def _folders() -> list[Path]:
    return sorted(path.parent for path in STUDY.glob("*/truth.json"))


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="study-interpreter-") as folder:
        interpreter = make_interpreter(Path(folder), options.examples)
        rows = collected(
            options.out,
            cases(options.framework, options.ids, options.seeds),
            lambda case: case.key,
            lambda case: diagnose(case, interpreter, options.words),
            options.jobs,
        )
        print("\n".join(as_text([*rows])))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--framework", choices=sorted(PROGRAMS), default="keras")
    parser.add_argument("--ids", type=lambda text: text.split(","), default=[])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--examples", type=int, default=4000, help="in a data set, for training")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/study_diagnoses.jsonl"))
    parser.add_argument(
        "--budget",
        dest="words",
        type=lambda seconds: ["--budget", seconds],
        default=[],
        help="seconds for experiments",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
