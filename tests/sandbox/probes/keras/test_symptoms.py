"""Symptoms of models of Keras with several inputs or outputs, or a cut gradient: really run."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.traces.history import read_history
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms import find_symptoms
from tests.sandbox.probes.keras.watching import watched_source

BEGIN = """
import keras, numpy
from keras import layers, ops
keras.utils.set_random_seed(0)
random = numpy.random.default_rng(0)
"""
RATINGS = f"""{BEGIN}
users, items = random.integers(0, {{users}}, 600), random.integers(0, {{items}}, 600)
scores = random.normal(size=600).astype("float32")
{{data}}
user, item = keras.Input((), name="user"), keras.Input((), name="item")
both = [layers.Embedding(5000, 4)(user), layers.Embedding(5000, 4)(item)]
model = keras.Model({{{{"user": user, "item": item}}}}, layers.Dense(1)(layers.Concatenate()(both)))
model.compile("adam", "mse")
given = {{{{"user": users, "item": items}}}}
model.fit({{{{name: part[:400] for name, part in given.items()}}}}, scores[:400],
          validation_data=({{{{name: part[400:] for name, part in given.items()}}}}, scores[400:]),
          epochs=1, verbose=0)
"""
COLUMNS = f"""{BEGIN}
columns = {{{{f"c{{{{at:02d}}}}": random.integers(0, 3, 300) for at in range(18)}}}}
{{data}}
inputs = {{{{name: keras.Input((1,), name=name) for name in columns}}}}
model = keras.Model(inputs, layers.Dense(1)(layers.Concatenate()(list(inputs.values()))))
model.compile("adam", "mse")
y = random.normal(size=300).astype("float32")
model.fit({{{{name: part[:200] for name, part in columns.items()}}}}, y[:200],
          validation_data=({{{{name: part[200:] for name, part in columns.items()}}}}, y[200:]),
          epochs=1, verbose=0)
"""
HEADS = f"""{BEGIN}
x = random.normal(size=(64, 4)).astype("float32")
kind, distance = (x[:, 0:1] > 0).astype("float32"), 5 * abs(x[:, 1:2])
inputs = keras.Input((4,))
hidden = layers.Dense(8, activation="relu")(inputs)
of_distance = layers.Dense(1, activation="{{activation}}", name="distance")(hidden)
of_kind = layers.Dense(1, activation="sigmoid", name="kind")(hidden)
model = keras.Model(inputs, {{outputs}})
model.compile("adam", loss={{losses}})
model.fit(x, {{targets}}, batch_size=16, epochs=1, verbose=0)
"""
NAMED = {
    "outputs": '{"distance": of_distance, "kind": of_kind}',
    "losses": '{"distance": "mse", "kind": "mse"}',
    "targets": '{"kind": kind, "distance": distance}',
}
LISTED = {
    "outputs": "[of_distance, of_kind]",
    "losses": '["mse", "mse"]',
    "targets": "[distance, kind]",
}
QUANTISED = f"""{BEGIN}
class Rounded(layers.Layer):
    def call(self, z):
        rounded = ops.round(4 * z) / 4
        return {{passed}}

x = random.normal(size=(320, 4)).astype("float32")
model = keras.Sequential([layers.Dense(8, activation="relu", name="first"),
                          layers.Dense(3, name="second"), Rounded(), layers.Dense(4)])
model.compile("adam", "mse")
model.fit(x, x, batch_size=16, epochs=2, verbose=0)
"""


def symptoms(folder: Path, source: str) -> list[Symptom]:
    watched_source(source, folder, check_network=True)
    return find_symptoms(read_history(folder / "t.jsonl"))


def names(folder: Path, source: str) -> set[str]:
    return {one.name for one in symptoms(folder, source)}


@pytest.mark.parametrize(
    ("users", "items", "data", "leaks"),
    [
        (20, 30, "", False),
        (5000, 5000, "", False),
        (5000, 5000, "users[400:], items[400:] = users[:200], items[:200]", True),
        (5000, 5000, "users[400:] = users[:200]", False),
    ],
    ids=["few", "many", "the same pairs", "the same users"],
)
def test_pairs_in_two_sets(users: int, items: int, data: str, leaks: bool, tmp_path: Path) -> None:
    source = RATINGS.format(users=users, items=items, data=data)
    assert ("leakage" in names(tmp_path, source)) is leaks


SAME_COLUMNS = "for part in columns.values(): part[200:] = part[:100]"
SAME_BUT_ONE = f"{SAME_COLUMNS}\ncolumns['c17'][200:] = 4"


@pytest.mark.parametrize(
    ("data", "leaks"), [("", False), (SAME_COLUMNS, True), (SAME_BUT_ONE, False)]
)
def test_an_example_is_all_of_its_columns(data: str, leaks: bool, tmp_path: Path) -> None:
    assert ("leakage" in names(tmp_path, COLUMNS.format(data=data))) is leaks


@pytest.mark.parametrize("how", [NAMED, LISTED], ids=["named", "listed"])
@pytest.mark.parametrize(("activation", "out_of_reach"), [("softplus", False), ("sigmoid", True)])
def test_outputs_are_compared_with_their_own_targets(
    how: dict[str, str], activation: str, out_of_reach: bool, tmp_path: Path
) -> None:
    found = symptoms(tmp_path, HEADS.format(activation=activation, **how))
    layers = [one.layer_name for one in found if one.name == "output-range"]
    assert layers == (["distance (Dense)"] if out_of_reach else [])


@pytest.mark.parametrize(
    ("passed", "cut"),
    [("ops.stop_gradient(z + (rounded - z))", True), ("z + ops.stop_gradient(rounded - z)", False)],
)
def test_layers_before_a_cut_gradient_are_named(passed: str, cut: bool, tmp_path: Path) -> None:
    found = symptoms(tmp_path, QUANTISED.format(passed=passed))
    unchanged = [one.layer_name for one in found if one.name == "unchanged-layers"]
    assert unchanged == (["first (Dense)", "second (Dense)"] if cut else [])
    assert [one.layer_name for one in found if one.name == "gradient-cut"] == unchanged[1:]
