"""The questions to trained networks, put to models of Keras."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.keras.watching import Run, watched_source

FIT = """
import keras, numpy
from keras import layers, ops
keras.utils.set_random_seed(0)
random = numpy.random.default_rng(0)

class Shifted(layers.Layer):
    def call(self, x):
        return {shifted}

class Placed(layers.Layer):
    def build(self, shape):
        self.places = self.add_weight(shape=shape[1:])
    def call(self, x):
        return x + self.places

x = {x}
y = {y}
model = keras.Sequential([{layers}])
model.compile("adam", {loss})
model.fit(x, y, batch_size=8, epochs=2, verbose=0)
"""
VECTORS = 'random.normal(size=(32, 6)).astype("float32")'
SEQUENCES = 'random.normal(size=(32, 12, 5)).astype("float32")'
IMAGES = 'random.normal(size=(32, 6, 6, 3)).astype("float32")'
TOKENS = "random.integers(0, 20, (32, 12))"
CLASSES = "random.integers(0, 3, 32)"
SPARSE = "keras.losses.SparseCategoricalCrossentropy(from_logits=True)"
ATTENDING = """
words = keras.Input((12,), dtype="int64")
hidden = layers.Embedding(20, 8)(words)
hidden = {placed}(hidden)
hidden = hidden + layers.MultiHeadAttention(2, 4)(hidden, hidden, use_causal_mask={causal})
hidden = {pooled}(hidden)
model = keras.Model(words, layers.Dense({units})(hidden))
"""
SAME = "layers.Identity()"


def fitted(
    folder: Path, layers: str, x: str, y: str = CLASSES, shifted: str = "x", model: str = ""
) -> Run:
    source = FIT.format(layers=layers, x=x, y=y, shifted=shifted, loss=SPARSE)
    if model:
        source = source.replace("model = keras.Sequential([])\n", model)
    return watched_source(source, folder, check_network=True)


def answers(run: Run) -> dict[str, bool]:
    return {event["check"]: event["result"] for event in run.all("network_check")}


@pytest.mark.parametrize(
    ("shifted", "apart"),
    [("x", True), ("ops.softmax(x, axis=0)", False), ("x - ops.mean(x, axis=0)", False)],
)
def test_examples_that_see_each_other(shifted: str, apart: bool, tmp_path: Path) -> None:
    run = fitted(tmp_path, "layers.Dense(3), Shifted()", VECTORS, shifted=shifted)
    assert answers(run)["independent-examples"] is apart
    place = run.line("model = keras.Sequential")
    assert run.one("network_check", check="independent-examples")["place"] == place


@pytest.mark.parametrize(("size", "matters"), [(3, True), (1, False)])
def test_convolutions(size: int, matters: bool, tmp_path: Path) -> None:
    some = f"layers.Conv2D(6, {size}, activation='relu'), layers.GlobalAveragePooling2D()"
    run = fitted(tmp_path, f"{some}, layers.Dense(3)", IMAGES)
    assert answers(run)["order-matters"] is matters


@pytest.mark.parametrize(("placed", "matters"), [("Placed()", True), (SAME, False)])
def test_positions(placed: str, matters: bool, tmp_path: Path) -> None:
    model = ATTENDING.format(
        placed=placed, causal=False, pooled="layers.GlobalAveragePooling1D()", units=3
    )
    assert answers(fitted(tmp_path, "", TOKENS, model=model))["order-matters"] is matters


@pytest.mark.parametrize("causal", [True, False])
def test_the_future(causal: bool, tmp_path: Path) -> None:
    model = ATTENDING.format(placed="Placed()", causal=causal, pooled=SAME, units=20)
    text = "numpy.concatenate([x[:, 1:], x[:, :1]], 1)"
    run = fitted(tmp_path, "", TOKENS, text, model=model)
    assert answers(run)["future-is-hidden"] is causal


@pytest.mark.parametrize("placed", ["Placed()", SAME])
def test_a_model_that_ignores_its_input_is_not_asked_about_order(
    placed: str, tmp_path: Path
) -> None:
    model = ATTENDING.format(
        placed=placed, causal=False, pooled="layers.GlobalAveragePooling1D()", units=3
    ).replace("(words)", "(words) * 0 + 1")
    assert "order-matters" not in answers(fitted(tmp_path, "", TOKENS, model=model))


@pytest.mark.parametrize(
    ("causal", "y", "is_copy"),
    [
        (True, "x", True),
        (False, "x", False),
        (True, "numpy.where(random.random(x.shape) < 0.15, 3, x)", False),
    ],
)
def test_targets_that_are_the_inputs(causal: bool, y: str, is_copy: bool, tmp_path: Path) -> None:
    model = ATTENDING.format(placed="Placed()", causal=causal, pooled=SAME, units=20)
    found = answers(fitted(tmp_path, "", TOKENS, y, model=model))
    assert found.get("target-differs") is (False if is_copy else None)


STEPPING = """
class Steps(layers.Layer):
    def build(self, shape):
        self.inner = layers.Dense(7, activation="tanh")
    def call(self, x):
        state = ops.zeros((ops.shape(x)[0], 7))
        for at in range(x.shape[1]):
            state = {kept}
            state = 0.5 * state + self.inner(ops.concatenate([x[:, at], state], axis=-1))
        return state

class Reader(keras.Model):
    def __init__(self):
        super().__init__()
        self.first, self.steps, self.head = {first}, Steps(), layers.Dense(3)
    def call(self, x):
        return self.head(self.steps(self.first(x)))

model = Reader()
"""


@pytest.mark.parametrize("first", ["layers.Embedding(20, 5)", "layers.Dense(5)"])
@pytest.mark.parametrize(("kept", "is_cut"), [("ops.stop_gradient(state)", True), ("state", False)])
def test_states_that_lose_their_gradient(
    first: str, kept: str, is_cut: bool, tmp_path: Path
) -> None:
    x = TOKENS if "Embedding" in first else SEQUENCES
    run = fitted(tmp_path, "", x, model=STEPPING.format(first=first, kept=kept))
    assert answers(run).get("gradient-over-positions") is (False if is_cut else None)


@pytest.mark.parametrize(
    ("first", "matters"),
    [
        ("LayerNormalization", False),
        ("UnitNormalization", False),
        ("BatchNormalization", True),
        ("Identity", True),
    ],
)
def test_amplitudes(first: str, matters: bool, tmp_path: Path) -> None:
    some = f"layers.Flatten(),\nlayers.{first}(),\nlayers.Dense(8, 'relu'), layers.Dense(1)"
    source = FIT.format(layers=some, x=SEQUENCES, y="numpy.abs(x).mean((1, 2))", shifted="x",
                        loss="'mse'")  # fmt: skip
    run = watched_source(source, tmp_path, check_network=True)
    event = run.one("network_check", check="scale-matters")
    assert event["result"] is matters
    assert matters or event["place"] == run.line(f"layers.{first}")


def test_classes_need_no_amplitude(tmp_path: Path) -> None:
    run = fitted(tmp_path, "layers.LayerNormalization(), layers.Dense(3)", VECTORS)
    assert "scale-matters" not in answers(run)


@pytest.mark.parametrize(("function", "bent"), [(", activation='tanh'", True), ("", False)])
def test_layers_without_a_function_between_them(function: str, bent: bool, tmp_path: Path) -> None:
    run = fitted(tmp_path, f"layers.Dense(8{function}), layers.Dense(3)", VECTORS)
    assert answers(run)["bends"] is bent


def test_recurrent_layers_batch_norm_and_dropout_keep_examples_apart(tmp_path: Path) -> None:
    some = "layers.GRU(4), layers.BatchNormalization(), layers.Dropout(0.5), layers.Dense(3)"
    assert answers(fitted(tmp_path, some, SEQUENCES))["independent-examples"] is True


def test_noise_that_a_layer_draws_is_the_same_in_every_call(tmp_path: Path) -> None:
    noise = "x + keras.random.normal(ops.shape(x), seed=self.seed)"
    source = FIT.format(layers="layers.Dense(3), Shifted()", x=VECTORS, y=CLASSES,
                        shifted=noise, loss=SPARSE)  # fmt: skip
    made = "class Shifted(layers.Layer):\n"
    own = "    def __init__(self):\n        super().__init__()\n"
    source = source.replace(made, f"{made}{own}        self.seed = keras.random.SeedGenerator(1)\n")
    run = watched_source(source, tmp_path, check_network=True)
    assert answers(run)["independent-examples"] is True


def test_a_loop_of_ones_own(tmp_path: Path) -> None:
    source = FIT.format(layers="layers.Dense(3), Shifted()", x=VECTORS, y=CLASSES,
                        shifted="ops.softmax(x, axis=0)", loss=SPARSE)  # fmt: skip
    loop = f"""
import torch
loss, optimizer = {SPARSE}, keras.optimizers.SGD(0.1)
for at in range(0, 32, 8):
    model.zero_grad()
    loss(y[at:at + 8], model(x[at:at + 8], training=True)).backward()
    with torch.no_grad():
        optimizer.apply([one.value.grad for one in model.trainable_weights],
                        model.trainable_weights)
"""
    own = source.split("model.compile")[0] + loop
    assert answers(watched_source(own, tmp_path, check_network=True)) == {
        "independent-examples": False
    }


def test_nothing_is_asked_without_a_request(tmp_path: Path) -> None:
    source = FIT.format(layers="layers.Dense(3)", x=VECTORS, y=CLASSES, shifted="x", loss=SPARSE)
    assert watched_source(source, tmp_path).all("network_check") == []


PADDED = "random.integers(1, 20, (32, 12)) * (numpy.arange(12) < random.integers(3, 12, (32, 1)))"


@pytest.mark.parametrize("masked", [True, False])
def test_padding_is_hidden_by_a_mask(masked: bool, tmp_path: Path) -> None:
    model = ATTENDING.format(
        placed="Placed()", causal=False, pooled="layers.Lambda(lambda h: h[:, 0])", units=3
    )
    model = model.replace("Embedding(20, 8)", f"Embedding(20, 8, mask_zero={masked})")
    run = fitted(tmp_path, "", PADDED, model=model.replace("Placed()(hidden)", "hidden"))
    assert answers(run)["padding-is-hidden"] is masked


PICTURED = """
given = keras.Input((12, 5))
swapped = {}
hidden = layers.GlobalAveragePooling1D()(layers.Conv1D(6, 3)(swapped))
model = keras.Model(given, layers.Dense(3)(hidden))
"""


@pytest.mark.parametrize(
    ("swapped", "place"),
    [
        ("layers.Reshape((5, 12))(given)", "swapped = layers.Reshape"),
        ("Shifted()(given)", "return ops.reshape"),
        ("ops.reshape(given, (-1, 5, 12))", "model = keras.Model"),
        ("layers.Permute((2, 1))(given)", ""),
        ("layers.Reshape((12, 5, 1))(given)[..., 0]", ""),
    ],
)
def test_a_reshape_in_the_place_of_a_permutation(swapped: str, place: str, tmp_path: Path) -> None:
    model = PICTURED.format(swapped)
    run = fitted(tmp_path, "", SEQUENCES, shifted="ops.reshape(x, (-1, 5, 12))", model=model)
    told = [one for one in run.all("network_check") if one["check"] == "axes-are-kept"]
    assert [one["place"] for one in told] == ([run.line(place)] if place else [])


QUANTILES = """
import keras, numpy
from keras import layers, ops
keras.utils.set_random_seed(0)
random = numpy.random.default_rng(0)

class {name}(keras.losses.Loss):
    def __init__(self, level):
        super().__init__()
        self.level = level
    def call(self, y_true, y_pred):
        error = {error}
        return ops.mean(ops.maximum(self.level * error, (self.level - 1.0) * error), axis=-1)

x = random.uniform(size=(256, 2)).astype("float32")
y = x[:, :1] + random.normal(0, 0.5, (256, 1)).astype("float32")
inputs = keras.Input((2,))
hidden = layers.Dense(16, activation="relu")(inputs)
levels = {levels}
outputs = {{f"at{{at}}": layers.Dense(1, name=f"at{{at}}")(hidden) for at in range(len(levels))}}
model = keras.Model(inputs, outputs)
model.compile(
    keras.optimizers.Adam(0.02), {{f"at{{at}}": {name}(one) for at, one in enumerate(levels)}}
)
model.fit(x, {{key: y for key in outputs}}, batch_size=64, epochs=40, verbose=0)
"""
TURNED = "y_pred - y_true"


@pytest.mark.parametrize(
    ("name", "error", "levels", "is_kept"),
    [
        ("Pinball", "y_true - y_pred", "[0.1, 0.5, 0.9]", True),
        ("Pinball", TURNED, "[0.1, 0.5, 0.9]", False),
        ("Pinball", TURNED, "[0.5, 0.5]", None),
        ("DearWhenTooHigh", TURNED, "[0.1, 0.9]", None),
    ],
)
def test_each_of_several_outputs_is_the_quantile_of_its_own_loss(
    name: str, error: str, levels: str, is_kept: bool | None, tmp_path: Path
) -> None:
    source = QUANTILES.format(name=name, error=error, levels=levels)
    run = watched_source(source, tmp_path, check_network=True)
    assert answers(run).get("levels-are-kept") is is_kept
