"""Fit the weights of causes to collected runs, and say what they are worth on other programs.

    python -m tests.calibration.fit rows.jsonl

The table set by hand is the prior: where runs say little, it stays. Programs are held out in turn;
figures are on programs that the weights have not seen.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any

from seismograd.localise.hypotheses import HYPOTHESES, Hypothesis
from seismograd.localise.weights import Weights
from seismograd.traces.symptoms import detectors_by_name
from tests.calibration.collect import HEALTHY, read_rows
from tests.calibration.figures import Figures, is_measured, run_weights, usable
from tests.calibration.regression import Prior, fit
from tests.calibration.replay import Row, Table, ranked

WEIGHTS = Path(str(files("seismograd.localise") / "weights.json"))
PRIOR = Path(__file__).parent / "prior_weights.json"
"""The table set by hand. Made of the present one where it is missing, before that is replaced."""
FOLDS = 6
FEWEST_PROGRAMS = 2
"""In which a symptom that nobody thought of must come with a cause to get a weight."""
LEAST_NEW = 0.5
"""A weight that nobody set by hand and that says less is left out."""
GRIDS = {
    "LIKELY": (0.5, 0.6, 0.7, 0.8),
    "POSSIBLE": (0.2, 0.35, 0.5),
    "SPECIFIC": (1.0, 1.5, 2.0, 2.5, 3.0),
}

Fitted = Callable[[Row], Table]


def fit_table(rows: Sequence[Row], prior: Table) -> dict[str, Weights]:
    return {one.name: _fit_cause(one, rows, prior[one.name]) for one in HYPOTHESES}


def _fit_cause(cause: Hypothesis, rows: Sequence[Row], prior: Weights) -> Weights:
    patterns: dict[tuple[frozenset[str], bool], float] = defaultdict(float)
    for row, weight in zip(rows, run_weights(rows), strict=True):
        label = _label(cause, row)
        if label is not None:
            patterns[symptoms_of(row), label] += weight
    if not any(label for _, label in patterns):
        return prior
    names = [*prior.symptoms, *_new_symptoms(cause, rows, prior)]
    sets, labels = [one for one, _ in patterns], [label for _, label in patterns]
    hints = frozenset(name for name in names if _is_hint(name))
    expected = Prior(prior.prior, prior.symptoms, hints=hints)
    intercept, found = fit(sets, labels, list(patterns.values()), names, expected)
    return Weights(round(intercept, 1), _rounded(found, prior))


def _is_hint(symptom: str) -> bool:
    detector = detectors_by_name().get(symptom)
    return detector is not None and not detector.severity.is_alarm


def _label(cause: Hypothesis, row: Row) -> bool | None:
    """None where the cause is another name for the same fault, or would repair it as well."""
    if cause.name in row["causes"]:
        return True
    if row["fault"] is None:
        return False
    same = {row["fault"], *row["alternatives"]}
    return None if cause.fault_type.name in same else False


def _new_symptoms(cause: Hypothesis, rows: Sequence[Row], prior: Weights) -> list[str]:
    programs: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if cause.name in row["causes"]:
            for name in symptoms_of(row) - prior.symptoms.keys():
                programs[name].add(row["program"])
    return sorted(name for name, where in programs.items() if len(where) >= FEWEST_PROGRAMS)


def _rounded(found: Mapping[str, float], prior: Weights) -> dict[str, float]:
    rounded = {name: round(value, 1) for name, value in found.items()}
    return {
        name: value
        for name, value in rounded.items()
        if value and (name in prior.symptoms or abs(value) >= LEAST_NEW)
    }


def symptoms_of(row: Row) -> frozenset[str]:
    return frozenset(one["name"] for one in row.get("symptoms", ()))


def held_out(rows: Sequence[Row], prior: Table) -> Fitted:
    """For each row the table that was fitted without its program."""
    programs = sorted({row["program"] for row in rows})
    count = min(FOLDS, len(programs))
    fold = {name: number % count for number, name in enumerate(programs)}
    tables = [
        fit_table([row for row in rows if fold[row["program"]] != number], prior)
        for number in range(count)
    ]
    return lambda row: tables[fold[row["program"]]]


def measure(
    rows: Sequence[Row], table_for: Fitted, *, rules: bool = True, **thresholds: float
) -> Figures:
    figures = Figures()
    counted = [row for row in rows if is_measured(row)]
    for row, weight in zip(counted, run_weights(counted), strict=True):
        figures.take(row, ranked(row, table_for(row), rules=rules, **thresholds), weight)
    return figures


def read_table(path: Path) -> dict[str, Weights]:
    causes = json.loads(path.read_text("utf-8"))["causes"]
    return {name: Weights(one["prior"], one["symptoms"]) for name, one in causes.items()}


def read_prior(path: Path = PRIOR) -> dict[str, Weights]:
    """Causes that came later are taken from the present table."""
    present = read_table(WEIGHTS)
    return {**present, **read_table(path)} if path.exists() else present


def write_table(table: Table, about: str, path: Path) -> None:
    """A line for each cause: people read and change it."""
    lines = [
        f'    "{name}": {json.dumps({"prior": one.prior, "symptoms": _ordered(one.symptoms)})}'
        for name, one in table.items()
    ]
    text = '{\n  "about": %s,\n  "causes": {\n%s\n  }\n}\n'
    path.write_text(text % (json.dumps(about), ",\n".join(lines)), "utf-8")


def _ordered(symptoms: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(symptoms.items(), key=lambda item: -item[1]))


def about(rows: Sequence[Row], before: Figures, after: Figures) -> str:
    mutants = {(r["program"], r["operator"]) for r in rows if r["operator"] != HEALTHY}
    programs = {row["program"] for row in rows}
    return (
        "Log-odds. A cause starts at its prior; every symptom of the run adds its weight, and the "
        "chance of the cause is 1 / (1 + exp(-sum)). Symptoms of negative weight explain the run "
        "without it. Fitted by `make calibrate` "
        f"({date.today().isoformat()}) to {len(rows)} runs of {len(programs)} healthy programs and "
        f"{len(mutants)} mutants of them, towards a table set by hand "
        "(tests/calibration/prior_weights.json). On programs that were held out, with the rules: "
        f"{after.short()} (by hand: {before.short()})."
    )


def report(rows: Sequence[Row], prior: Table) -> tuple[Figures, Figures]:
    table_for = held_out(rows, prior)
    by_hand: Fitted = lambda row: prior  # noqa: E731
    before, after = measure(rows, by_hand), measure(rows, table_for)
    _print_both("rules and symptoms", before, after)
    _print_both(
        "symptoms alone", measure(rows, by_hand, rules=False), measure(rows, table_for, rules=False)
    )
    print("thresholds, fitted weights, held out:")
    for name, values in GRIDS.items():
        for value in values:
            print(f"  {name} {value}: {_with_threshold(rows, table_for, name, value)}")
    return before, after


def _with_threshold(rows: Sequence[Row], table_for: Fitted, name: str, value: float) -> str:
    thresholds: Any = {name: value}
    return measure(rows, table_for, **thresholds).short()


def _print_both(title: str, before: Figures, after: Figures) -> None:
    print(f"\n{title}: by hand | fitted, on programs that were held out")
    for left, right in zip(before.lines(), after.lines(), strict=True):
        print(f"  {left:60s} | {right}")
    print("  confidence, by hand:", *before.reliability(), sep="\n    ")
    print("  confidence, fitted:", *after.reliability(), sep="\n    ")


def _print_changes(prior: Table, table: Table) -> None:
    print("\nchanged weights:")
    for name, new in table.items():
        old = prior[name]
        names = sorted({*old.symptoms, *new.symptoms})
        moved = [
            f"{one} {old.symptoms.get(one, 0.0):+.1f} -> {new.symptoms.get(one, 0.0):+.1f}"
            for one in names
            if abs(old.symptoms.get(one, 0.0) - new.symptoms.get(one, 0.0)) > 0.05
        ]
        print(f"  {name}: prior {old.prior:+.1f} -> {new.prior:+.1f}; {', '.join(moved) or '='}")


def _agreement(rows: Sequence[Row], present: Table) -> float:
    """How often the replay names first what `diagnose` named when the run was collected."""
    same = sum(_first(ranked(row, present)) == _recorded(row) for row in rows)
    return same / len(rows)


def _first(found: Sequence[object]) -> str | None:
    return getattr(found[0], "name", None) if found else None


def _recorded(row: Row) -> str | None:
    listed = row.get("ranked", ())
    return listed[0]["name"] if listed else None


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path, help="what `tests.calibration.collect` wrote")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the table to write")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    options = parser.parse_args(arguments)
    rows, prior = usable(read_rows(options.rows)), read_prior()
    print(f"{len(rows)} runs; the replay agrees with {_agreement(rows, read_table(WEIGHTS)):.1%}")
    before, after = report(rows, prior)
    table = fit_table(rows, prior)
    _print_changes(prior, table)
    if not options.dry_run:
        if not PRIOR.exists():
            write_table(prior, json.loads(WEIGHTS.read_text("utf-8"))["about"], PRIOR)
        write_table(table, about(rows, before, after), options.out)
        print(f"written: {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
