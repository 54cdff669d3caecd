"""The fit finds weights that made-up runs were drawn from, and leaves alone what it cannot know."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from seismograd.localise.diagnosis import SPECIFIC
from seismograd.localise.hypotheses import HYPOTHESES
from seismograd.localise.weights import Weights
from tests.calibration.collect import HEALTHY, read_rows
from tests.calibration.damage import drops, is_damaged
from tests.calibration.figures import usable
from tests.calibration.fit import WEIGHTS, fit_table, held_out, measure, read_table, write_table
from tests.calibration.regression import LARGEST_NEW, Prior, fit
from tests.calibration.replay import Row

PROGRAMS = 8


def made_row(program: int, operator: str, seed: int, symptoms: list[str], **more: object) -> Row:
    return {
        "program": f"program_{program}",
        "operator": operator,
        "fault": None,
        "alternatives": [],
        "causes": [],
        "effect": None,
        "seed": seed,
        "kept": True,
        "error": None,
        "symptoms": [{"name": name, "severity": "warning"} for name in symptoms],
        "static": [],
        "ranked": [],
        **more,
    }


def made_rows(share: float) -> list[Row]:
    """A mutant of the learning rate has a symptom; so has that share of healthy runs."""
    chance = random.Random(0)
    rows = []
    for program in range(PROGRAMS):
        for seed in range(10):
            seen = ["updates-too-small"] if chance.random() < share else []
            rows.append(made_row(program, HEALTHY, seed, seen))
        for number in range(10):
            seen = ["updates-too-small", "loss-flat"] if chance.random() < 0.9 else []
            rows.append(
                made_row(
                    program, f"slow-{number}", 1, seen, fault="HLR",
                    causes=["learning-rate-too-small"], effect="lowers quality",
                )
            )  # fmt: skip
    return rows


def test_known_weights_are_recovered() -> None:
    chance = random.Random(1)
    true = {"a": 3.0, "b": -2.0, "c": 0.0}
    patterns, labels = [], []
    for _ in range(8000):
        present = frozenset(name for name in true if chance.random() < 0.4)
        weights = Weights(-2.5, true)
        patterns.append(present)
        labels.append(chance.random() < weights.chance(present))
    prior = Prior(-3.0, {"a": 1.0, "b": -1.0})
    intercept, found = fit(patterns, labels, [1.0] * len(labels), list(true), prior)
    assert intercept == pytest.approx(-2.5, abs=0.2)
    assert found == pytest.approx(true, abs=0.25)


def test_without_runs_the_table_set_by_hand_stays() -> None:
    prior = Prior(-3.0, {"a": 2.0})
    intercept, found = fit([frozenset()], [False], [0.0], ["a"], prior)
    assert intercept == pytest.approx(-3.0)
    assert found == pytest.approx({"a": 2.0})


def test_a_weight_keeps_its_sign() -> None:
    patterns = [frozenset({"a"})] * 50 + [frozenset()] * 50
    labels = [False] * 50 + [True] * 50
    _, found = fit(patterns, labels, [1.0] * 100, ["a"], Prior(-3.0, {"a": 1.5}))
    assert found["a"] == 0.0


def test_a_symptom_that_names_a_cause_keeps_naming_it() -> None:
    patterns = [frozenset({"a"})] * 50 + [frozenset()] * 50
    labels = [False] * 50 + [True] * 50
    _, found = fit(patterns, labels, [1.0] * 100, ["a"], Prior(-3.0, {"a": 4.0}))
    assert found["a"] == SPECIFIC


def test_a_symptom_that_nobody_set_by_hand_does_not_name_a_cause() -> None:
    patterns = [frozenset({"new"})] * 500 + [frozenset()] * 500
    labels = [True] * 500 + [False] * 500
    _, found = fit(patterns, labels, [1.0] * 1000, ["new"], Prior(-3.0, {}))
    assert found["new"] == LARGEST_NEW < SPECIFIC


def test_a_symptom_of_healthy_runs_says_less() -> None:
    prior = read_table(WEIGHTS)
    rare = fit_table(made_rows(share=0.0), prior)["learning-rate-too-small"]
    common = fit_table(made_rows(share=0.7), prior)["learning-rate-too-small"]
    name = "updates-too-small"
    assert common.symptoms.get(name, 0.0) < rare.symptoms[name]
    assert common.chance([name]) < 0.35


def test_causes_without_runs_stay_as_they_are() -> None:
    prior = read_table(WEIGHTS)
    assert fit_table(made_rows(0.1), prior)["leakage"] == prior["leakage"]


def test_figures_are_on_programs_that_were_held_out() -> None:
    rows = made_rows(share=0.0)
    figures = measure(rows, held_out(rows, read_table(WEIGHTS)))
    assert figures.first / figures.mutants > 0.8
    assert figures.alarms == 0
    assert figures.healthy_runs == 10 * PROGRAMS


def test_what_rules_say_can_be_left_out() -> None:
    rule = {"name": "rate", "code": "SG502", "fault": "HLR", "alternatives": [], "line": 3}
    rule |= {"confidence": 0.9, "severity": "warning"}
    row = made_row(1, "slow", 1, [], fault="HLR", static=[rule], ranked=[rule])
    table = read_table(WEIGHTS)
    assert measure([row], lambda _: table).first == 1
    assert measure([row], lambda _: table, rules=False).first == 0


def test_a_crash_is_ranked_as_it_was() -> None:
    crash = {"name": "shape", "code": "RUN-SHAPE", "fault": "SHAPE", "alternatives": [], "line": 3}
    crash |= {"confidence": 0.9, "severity": "error"}
    row = made_row(1, "broken", 1, [], fault="SHAPE", ranked=[crash])
    table = read_table(WEIGHTS)
    assert measure([row], lambda _: table, rules=False).first == 1


def test_a_written_table_can_be_read_again(tmp_path: Path) -> None:
    table = read_table(WEIGHTS)
    write_table(table, "how it was made", tmp_path / "weights.json")
    assert read_table(tmp_path / "weights.json") == table
    assert table.keys() == {one.name for one in HYPOTHESES}


def test_a_mutant_is_kept_where_every_seed_is_worse() -> None:
    healthy = {1: 0.9, 2: 0.92, 3: 0.91, 4: 0.9, 5: 0.93}
    assert is_damaged(healthy, drops(healthy, dict.fromkeys(healthy, 0.5)))
    assert is_damaged(healthy, drops(healthy, dict.fromkeys(healthy, None)))
    assert not is_damaged(healthy, drops(healthy, {**dict.fromkeys(healthy, 0.5), 3: 0.95}))
    assert not is_damaged(healthy, drops(healthy, {seed: q - 0.01 for seed, q in healthy.items()}))


def test_torn_lines_and_dropped_mutants_do_not_count(tmp_path: Path) -> None:
    rows = [made_row(1, HEALTHY, 1, []), made_row(1, "x", 1, [], kept=False)]
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + '\n{"program": "torn', "utf-8")
    assert usable(read_rows(path)) == rows[:1]
