"""Loops without a loader: their data, epochs and evaluations are told as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import Watched, fingerprint, plain, watched
from tests.trace_document import documented

PROGRAMS = Path(__file__).parent / "programs_without_loader"
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.py"))
EPOCHS = {
    "adversarial": [6, 12, 18],
    "autoencoder": [4, 8, 12],
    "drawn_with_replacement": [],
    "evaluated_on_both": [3, 6, 9, 12, 15],
    "generator_without_the_rest": [4, 8, 12, 16, 20],
    "leak_and_wrong_modes": list(range(1, 11)),
    "loader_for_training_only": [None] * 3,
    "noise_on_inputs": [],
    "one_example_at_a_time": [12, 24, 36, 48],
    "shuffled": [5, 10, 15, 20],
    "slices": [5, 10, 15, 20],
}
"""The steps after which an epoch was over."""


def seen(folder: Path, name: str, probes: str = "auto") -> Watched:
    # With a budget that the little work of these programs fits into.
    return watched(folder, source(name), probes=probes, budget=1.0)


def source(name: str) -> str:
    return (PROGRAMS / f"{name}.py").read_text()


def last_data(trace: Watched, role: str, network: int = 0) -> dict[str, Any]:
    chosen = (role, network)
    data = [one for one in trace.of_kind("data") if (one.get("role"), one.get("network")) == chosen]
    return data[-1]


@pytest.mark.parametrize("probes", ["auto", "every-step"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_changes(tmp_path: Path, name: str, probes: str) -> None:
    expected = fingerprint(plain(tmp_path, source(name)))
    assert fingerprint(seen(tmp_path, name, probes).names) == expected


@pytest.mark.parametrize("name", NAMES)
def test_everything_told_is_documented(tmp_path: Path, name: str) -> None:
    kinds = documented()
    for event in seen(tmp_path, name).events:
        assert event.keys() - {"v", "t", "kind"} <= kinds[event["kind"]], event


@pytest.mark.parametrize("name", EPOCHS)
def test_epochs(tmp_path: Path, name: str) -> None:
    epochs = seen(tmp_path, name).of_kind("epoch")
    assert [epoch.get("step") for epoch in epochs] == EPOCHS[name]
    assert [epoch["epoch"] for epoch in epochs] == list(range(len(epochs)))
    by_loader = name == "loader_for_training_only"
    assert {epoch.get("how") for epoch in epochs} <= {None if by_loader else "repeated-data"}


def test_full_batches_are_an_epoch_each_and_few_are_told(tmp_path: Path) -> None:
    epochs = seen(tmp_path, "full_batch").of_kind("epoch")
    assert [one["step"] for one in epochs] == [one["epoch"] + 1 for one in epochs]
    assert [one["epoch"] for one in epochs[:20]] == list(range(20))
    assert 40 < len(epochs) < 100
    assert epochs[-1]["epoch"] >= 185


def test_inputs_and_targets(tmp_path: Path) -> None:
    trace = seen(tmp_path, "slices")
    found = last_data(trace, "train")
    assert found["examples"] == found["hashes"] == 70
    assert found["inputs"][0]["shape"] == [16, 6]
    assert found["targets"][0]["dtype"] == "int64"
    assert found["encoding"] == "integer"
    labels = trace.names["y"].bincount().tolist()
    assert found["labels"] == {str(at): count for at, count in enumerate(labels)}
    assert found["inputs"][0]["mean"] == pytest.approx(trace.names["x"].mean().item(), abs=1e-5)
    held_out = last_data(trace, "validation")
    assert (held_out["examples"], held_out["hashes"]) == (30, 30)
    assert held_out["targets"] == []
    assert trace.of_kind("overlap") == []
    assert {step["batch"] for step in trace.of_kind("step")} == {16, 6}


def test_evaluations_without_a_loss(tmp_path: Path) -> None:
    found = seen(tmp_path, "slices").of_kind("evaluation")
    assert sum(one["batches"] for one in found) == 4
    assert {(one["mode"], one["grad_enabled"], one["network"]) for one in found} == {
        ("eval", False, 0)
    }
    assert found[0]["seen_in_training"] == 0.0


def test_windows_of_a_text(tmp_path: Path) -> None:
    found = last_data(seen(tmp_path, "drawn_with_replacement"), "train")
    assert found["inputs"][0]["dtype"] == "int64"
    assert found["inputs"][0]["shape"] == [8, 8]
    assert found["targets"][0]["shape"] == [64]


def test_training_data_that_are_evaluated_are_no_validation_data(tmp_path: Path) -> None:
    trace = seen(tmp_path, "evaluated_on_both")
    assert last_data(trace, "train")["hashes"] == 60
    assert last_data(trace, "validation")["hashes"] == 20
    assert trace.of_kind("overlap") == []
    assert sum(one["batches"] for one in trace.of_kind("evaluation")) == 20
    assert {one["mode"] for one in trace.of_kind("evaluation")} == {"train"}


def test_examples_in_both_sets_and_modes(tmp_path: Path) -> None:
    trace = seen(tmp_path, "leak_and_wrong_modes")
    assert trace.only("network")["mode_dependent"] == ["Dropout"]
    overlap = trace.only("overlap")
    assert (overlap["first"], overlap["second"]) == ("train", "validation")
    assert (overlap["shared"], overlap["of"]) == (10, 30)
    assert {layers["mode"] for layers in trace.of_kind("layers")} == {"eval"}
    evaluations = trace.of_kind("evaluation")
    assert {(one["mode"], one["grad_enabled"]) for one in evaluations} == {("eval", True)}
    compared = [one["seen_in_training"] for one in evaluations if "seen_in_training" in one]
    assert compared[-1] == pytest.approx(1 / 3)


def test_keyword_arguments_and_inputs_that_are_targets(tmp_path: Path) -> None:
    trace = seen(tmp_path, "autoencoder")
    found = last_data(trace, "train")
    assert found["examples"] == 64
    assert found["targets"][0]["shape"] == [16, 10]
    tested = last_data(trace, "validation")
    assert tested["examples"] == 20
    assert tested["inputs"][0]["min"] >= 1
    assert trace.of_kind("evaluation")[-1]["loss"] > 0
    assert trace.only("network")["mode_dependent"] == ["BatchNorm1d"]


def test_parameters_that_do_not_change(tmp_path: Path) -> None:
    trace = seen(tmp_path, "autoencoder")
    names = {layer["layer"]: layer["name"] for layer in trace.of_kind("layer")}
    unchanged = trace.only("parameters")["unchanged"]
    assert {(names[one["layer"]], one["name"]): one["optimised"] for one in unchanged} == {
        ("", "scale"): False,
        ("unused", "weight"): True,
        ("unused", "bias"): True,
        ("decoder", "bias"): False,
    }
    assert not any(one["had_gradient"] for one in unchanged)
    assert trace.only("parameters")["compared"] == 9


def test_single_examples(tmp_path: Path) -> None:
    found = last_data(seen(tmp_path, "one_example_at_a_time"), "train")
    assert found["inputs"][0]["shape"] == [1, 4]
    assert found["examples"] == 12


def test_a_loader_beside_tensors(tmp_path: Path) -> None:
    trace = seen(tmp_path, "loader_for_training_only")
    roles = {one.get("role") for one in trace.of_kind("data")}
    assert roles == {None, "validation"}
    assert last_data(trace, "validation")["hashes"] == 25
    assert sum(one["batches"] for one in trace.of_kind("evaluation")) == 6


def test_what_a_network_made_is_no_data(tmp_path: Path) -> None:
    trace = seen(tmp_path, "adversarial")
    numbers = {network["parameters"]: network["network"] for network in trace.of_kind("network")}
    found = last_data(trace, "train", numbers[57])
    assert found["examples"] == found["hashes"] == 48
    assert found["inputs"][0]["mean"] == pytest.approx(2, abs=0.3)
