"""Layers, losses, optimisers and steps: what the trace says of them, to the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.keras.watching import Run, watched


def names(run: Run) -> dict[str, str]:
    return {layer["name"]: layer["type"] for layer in run.all("layer")}


def test_layers_and_everything_else_carry_the_lines_where_they_were_built(tmp_path: Path) -> None:
    run = watched("sequential.py", tmp_path)
    relu = run.one("layer", type="Dense", activation="relu")
    assert relu["built"] == run.line("keras.layers.Dense(8")
    assert run.one("layer", type="Dropout")["built"] == run.line("Dropout")
    assert run.one("network")["built"] == run.line("keras.Sequential(")
    assert run.one("network")["called"] == run.line("history = model.fit")
    assert run.one("optimiser")["built"] == run.line("keras.optimizers.Adam")
    assert run.one("loss_function")["built"] == run.line("model.compile")
    assert run.one("setting", name="keras.fit")["place"] == run.line("history = model.fit")


def test_layers_are_told_with_their_sizes_shapes_and_first_weights(tmp_path: Path) -> None:
    run = watched("sequential.py", tmp_path)
    assert (run.one("network")["parameters"], run.one("network")["trainable"]) == (154, 138)
    relu = run.one("layer", activation="relu")
    assert (relu["parameters"], relu["trainable"]) == (104, 104)
    assert relu["input_shape"][-1] == 12
    assert relu["output_shape"][-1] == 8
    assert relu["initial"]["bias"]["zero"] == 1.0
    assert relu["initial"]["kernel"]["n"] == 96
    assert 0.2 < relu["initial"]["kernel"]["std"] < 0.5
    norm = run.one("layer", type="BatchNormalization")
    assert (norm["parameters"], norm["trainable"]) == (32, 16)
    assert norm["initial"]["gamma"]["mean"] == 1.0


def test_calls_of_layers_are_told_where_the_user_makes_them(tmp_path: Path) -> None:
    run = watched("subclassed.py", tmp_path)
    heads = run.one("layer", activation="sigmoid")
    assert heads["built"] == run.line("self.head = ")
    assert heads["called"] == run.line("return self.head(")
    assert run.one("network")["built"] == run.line("model = Network()")
    assert run.one("layer", type="Scaled")["initial"]["scale"]["mean"] == 1.0
    functional = watched("functional.py", tmp_path)
    assert functional.one("layer", name="kind")["called"] == functional.line('name="kind")')
    assert functional.one("layer", name="shared")["built"] == functional.line("shared = ")


def test_every_loss_is_the_loss_of_its_own_batch(tmp_path: Path) -> None:
    run = watched("custom_loop.py", tmp_path)
    told = [value for event in run.all("losses") for value in event["values"]]
    assert told == pytest.approx(run.names["losses"], rel=1e-6)
    assert [step["loss"] for step in run.all("step")] == pytest.approx(told, rel=1e-6)


def test_the_losses_of_an_epoch_average_to_what_keras_shows(tmp_path: Path) -> None:
    run = watched("own_schedule.py", tmp_path)
    losses = [value for event in run.all("losses") for value in event["values"]]
    shown = run.names["history"].history["loss"][0]
    assert sum(losses) / 5 == pytest.approx(shown, rel=1e-5)


def test_steps_hold_rates_norms_and_update_ratios(tmp_path: Path) -> None:
    run = watched("own_schedule.py", tmp_path)
    steps = run.all("step")
    assert [step["step"] for step in steps] == [0, 1, 2, 3, 4]
    assert [step["lr"][0] for step in steps] == pytest.approx([0.1, 0.05, 0.1 / 3, 0.025, 0.02])
    assert all(step["grad_norm"] > 0 for step in steps)
    assert {step["batch"] for step in steps} == {10}
    weights = run.all("layers")[0]["layers"][0]["weight"]
    moved = 0.1 * steps[0]["grad_norm"]
    assert steps[0]["update_ratio"] == pytest.approx(moved / weights["kernel"]["norm"], rel=1e-3)


def test_a_schedule_and_rates_that_callbacks_change_are_told(tmp_path: Path) -> None:
    run = watched("custom_loop.py", tmp_path)
    scheduler = run.one("scheduler")
    assert scheduler["type"] == "ExponentialDecay"
    assert scheduler["built"] == run.line("ExponentialDecay")
    rates = [step["lr"][0] for step in watched("callbacks.py", tmp_path).all("step")]
    assert rates[0] == pytest.approx(0.05)
    assert rates[-1] < rates[0]


def test_layers_of_a_sampled_step(tmp_path: Path) -> None:
    run = watched("sequential.py", tmp_path)
    relu = run.one("layer", activation="relu")["layer"]
    softmax = run.one("layer", activation="softmax")["layer"]
    first = {entry["layer"]: entry for entry in run.all("layers")[0]["layers"]}
    assert run.all("layers")[0]["mode"] == "train"
    assert set(first[relu]) == {"layer", "activation", "input", "weight", "grad"}
    assert first[relu]["weight"]["kernel"]["n"] == 96
    assert 0.0 < first[relu]["activation"]["zero"] < 1.0
    assert 0.0 <= first[relu]["activation"]["dead"] <= 1.0
    assert "saturated" in first[softmax]["activation"]
    assert "saturated" not in first[relu]["activation"]
    assert first[relu]["grad"]["bias"]["norm"] > 0


def test_what_keras_builds_inside_of_a_layer_counts_as_one_with_it(tmp_path: Path) -> None:
    run = watched("recurrent.py", tmp_path)
    assert set(names(run).values()) == {"Embedding", "Bidirectional", "Dense"}
    layer = run.one("layer", type="Bidirectional")
    assert layer["parameters"] == 192
    assert len(layer["initial"]) == 6


def test_layers_of_a_model_inside_of_a_model_have_their_path(tmp_path: Path) -> None:
    told = names(watched("nested.py", tmp_path))
    assert told["encoder/conv2d"] == "Conv2D"
    assert told["encoder/flatten"] == "Flatten"
    assert told["dense"] == "Dense"


def test_two_optimisers_take_turns(tmp_path: Path) -> None:
    run = watched("gan.py", tmp_path)
    built = [event["built"] for event in run.all("optimiser")]
    assert built == [run.line("Adam(2e-3)"), run.line("Adam(1e-3)")]
    assert [step["optimiser"] for step in run.all("step")] == [0, 1] * 3
    assert run.one("loss_function")["built"] == run.line("self.loss_fn = ")
    layers = {layer["layer"]: layer["name"] for layer in run.all("layer")}
    trained = [
        {layers[entry["layer"]] for entry in event["layers"] if "grad" in entry}
        for event in run.all("layers")
    ]
    assert trained[:2] == [{"discriminator/dense_1"}, {"generator/dense"}]


def test_epochs_come_with_the_metrics_of_their_validation(tmp_path: Path) -> None:
    run = watched("callbacks.py", tmp_path)
    history = run.names["history"].history
    epochs = run.all("epoch")
    assert [epoch["epoch"] for epoch in epochs] == list(range(len(history["loss"])))
    assert epochs[0]["metrics"]["val_mae"] == pytest.approx(history["val_mae"][0])
    assert run.one("setting", name="keras.fit")["value"]["callbacks"] == [
        "EarlyStopping",
        "ReduceLROnPlateau",
        "Spy",
    ]


def test_an_evaluation_on_its_own(tmp_path: Path) -> None:
    run = watched("sequential.py", tmp_path)
    (told,) = run.all("evaluation")
    assert told["batches"] == 2
    assert set(told["metrics"]) == {"loss", "accuracy"}


def test_what_compile_was_asked_for(tmp_path: Path) -> None:
    run = watched("functional.py", tmp_path)
    asked = run.one("setting", name="keras.compile")
    assert asked["place"] == run.line("model.compile(")
    assert asked["value"]["loss"]["kind"]["from_logits"] is True
    assert asked["value"]["loss"]["kind"]["built"] == run.line("loss = keras")
    assert asked["value"]["loss"]["size"] == "mse"
    assert asked["value"]["loss_weights"] == {"kind": 1.0, "size": 0.5}
    assert asked["value"]["optimizer"]["momentum"] == 0.9
    group = run.one("optimiser")["groups"][0]
    assert group["lr"] == pytest.approx(0.1)
    assert group["momentum"] == 0.9


def test_loss_functions_are_told_with_what_they_were_given(tmp_path: Path) -> None:
    run = watched("functional.py", tmp_path)
    given = run.one("loss_function", type="CategoricalCrossentropy")
    assert given["input_shape"] == [16, 3]
    assert given["target_range"] == [0.0, 1.0]
    assert given["built"] == run.line("loss = keras")


def test_a_scaled_loss_is_told_unscaled(tmp_path: Path) -> None:
    run = watched("mixed_precision.py", tmp_path)
    assert run.one("setting", name="keras.dtype_policy")["value"] == "mixed_float16"
    steps = run.all("step")
    assert {step["scale"] for step in steps} == {2.0**15}
    assert all(step["grad_norm"] < 100.0 for step in steps)
    assert all(step["loss"] < 100.0 for step in steps)
    assert run.one("optimiser")["type"] == "Adam"


def test_alarms_are_raised_once(tmp_path: Path) -> None:
    run = watched("exploding.py", tmp_path)
    alarms = [event["alarm"] for event in run.all("alarm")]
    assert len(alarms) == len(set(alarms))
    assert {"nan-loss", "nan-weight", "nan-gradient"} <= set(alarms)
    assert next(event for event in run.all("alarm") if event["alarm"] == "nan-loss")["step"] > 0


def test_single_batches_are_steps(tmp_path: Path) -> None:
    run = watched("single_batches.py", tmp_path)
    assert [step["step"] for step in run.all("step")] == [0, 1, 2, 3]
    assert len(run.all("layer")) == 2
