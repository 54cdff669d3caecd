"""Evaluations in which the script calls its model itself: in which mode, and how often the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.keras.watching import watched_source

PROGRAM = """
import keras, numpy, torch
keras.utils.set_random_seed(1)
x = numpy.random.randn(60, 6).astype("float32")
y = numpy.random.randint(0, 3, 60)
inner = keras.layers.{layer}
model = keras.Sequential([keras.Input((6,)), keras.layers.Dense(8), inner, keras.layers.Dense(3)])
loss_function = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.SGD(0.1)
new = numpy.random.randn(12, 6).astype("float32")
for epoch in range(3):
    for at in range(0, 60, 10):
        {within}
        model.zero_grad()
        loss = loss_function(y[at : at + 10], model(x[at : at + 10], training=True))
        loss.backward()
        variables = model.trainable_variables
        with torch.no_grad():
            optimizer.apply([one.value.grad for one in variables], variables)
    with torch.no_grad():
        {after}
"""
ALL_AT_ONCE = "model(new, training=True) for _ in range(1)"


def told(folder: Path, after: str, within: str = "", layer: str = "Dropout(0.2)") -> Any:
    source = PROGRAM
    filled = {"{layer}": layer, "{after}": after, "{within}": within or "pass"}
    for part, text in filled.items():
        source = source.replace(part, text)
    return watched_source(source, folder).all("evaluation")


@pytest.mark.parametrize(
    "call",
    [
        "model(one[None], training=True) for one in new",
        "model(new, training=True) for _ in range(1)",
    ],
)
@pytest.mark.parametrize("layer", ["Dropout(0.2)", "BatchNormalization()"])
def test_training_mode_is_told(tmp_path: Path, call: str, layer: str) -> None:
    found = told(tmp_path, f"made = [{call}]", layer=layer)
    assert [(one["mode"], one["times"], one["grad_enabled"]) for one in found] == [
        ("train", 1.0, False)
    ] * 3
    assert found[0]["place"]["file"] == "train.py"


def test_the_same_inputs_again_are_counted(tmp_path: Path) -> None:
    found = told(tmp_path, "made = [model(new, training=True) for _ in range(8)]")
    assert [one["times"] for one in found] == [8.0] * 3


@pytest.mark.parametrize(
    "after",
    [
        "model(new, training=False)",
        "model(new)",
        "model.predict(new, verbose=0)",
        "model(x, training=True); model(new, training=False)",  # statistics are taken anew
    ],
)
def test_of_evaluation_mode_nothing_is_told(tmp_path: Path, after: str) -> None:
    assert told(tmp_path, after) == []


def test_evaluation_mode_is_told_beside_training_mode(tmp_path: Path) -> None:
    found = told(tmp_path, "model(new, training=epoch == 1)")
    assert [one["mode"] for one in found] == ["eval", "train", "eval"]


@pytest.mark.parametrize(
    "layer", ["ReLU()", "BatchNormalization(trainable=False)", "LayerNormalization()"]
)
def test_a_model_that_is_the_same_in_both_modes_is_left_out(tmp_path: Path, layer: str) -> None:
    assert told(tmp_path, "model(new, training=True)", layer=layer) == []


def test_what_is_asked_in_every_step_is_a_part_of_the_training(tmp_path: Path) -> None:
    within = "with torch.no_grad(): model(new, training=True)"
    assert told(tmp_path, "pass", within) == []


def test_a_model_that_no_optimiser_trains_is_left_out(tmp_path: Path) -> None:
    after = "other = keras.models.clone_model(model); other(new, training=True)"
    assert told(tmp_path, after) == []
