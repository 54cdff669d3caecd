"""Alterations really change trainings, with and without a loader, and never break a script."""

from __future__ import annotations

import importlib.util
import json
import math
from collections.abc import Callable, Iterator
from statistics import fmean
from typing import Any

import pytest

from seismograd_sandbox.host.sandbox import guest_folder
from tests import parts
from tests.sandbox.guest.runs import Watched
from tests.sandbox.guest.warm_guest import WarmGuests

BY_HAND = """
import torch
from torch import nn
torch.manual_seed(0)
torch.set_num_threads(1)
x = torch.randn(320, 8)
y = (x @ torch.randn(8, 3)).argmax(1)
model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(12):
    order = torch.randperm(320)
    for at in range(0, 320, 32):
        picked = order[at : at + 32]
        likely = torch.log_softmax(model(x[picked]), 1)
        loss = -likely.gather(1, y[picked][:, None]).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
WITH_LOADER = """
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
torch.manual_seed(0)
torch.set_num_threads(1)
x = torch.randn(320, 8)
y = (x @ torch.randn(8, 3)).argmax(1)
model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
criterion = nn.CrossEntropyLoss()
for epoch in range(12):
    for inputs, labels in DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True):
        optimizer.zero_grad()
        criterion(model(inputs), labels).backward()
        optimizer.step()
"""
RAW_WEIGHTS = """
import torch
torch.manual_seed(0)
x = torch.randn(256, 5)
y = x.sum(1, keepdim=True).sin()
first = (torch.randn(5, 32) * 0.4).requires_grad_()
second = (torch.randn(32, 1) * 0.2).requires_grad_()
for step in range(150):
    picked = torch.randint(0, 256, (32,))
    loss = ((torch.tanh(x[picked] @ first) @ second - y[picked]) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        for weight in (first, second):
            weight -= 0.2 * weight.grad
            weight.grad = None
"""
KERAS = """
import keras, numpy
keras.utils.set_random_seed(0)
x = numpy.random.randn(320, 8).astype("float32")
y = (x @ numpy.random.randn(8, 3)).argmax(1)
layers = [keras.layers.Input((8,)), keras.layers.Dense(32, "relu"), keras.layers.Dense(3)]
model = keras.Sequential(layers)
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(keras.optimizers.Adam(1e-2), loss)
model.fit(x, y, epochs=12, batch_size=32, verbose=0)
"""
SCRIPTS = {"by hand": BY_HAND, "loader": WITH_LOADER, "raw": RAW_WEIGHTS, "keras": KERAS}
ALL = sorted(
    path.stem.replace("_", "-")
    for path in (guest_folder() / "alterations").glob("*.py")
    if path.stem != "__init__"
)
VALUES = {
    "learning-rate": "=0.1",
    "momentum": "=0.9",
    "more-epochs": "=3",
    "freeze-layer": "=0",
    "skip-layer": "=1",
    "steady-draws": "=1",
}


Alter = Callable[..., Watched]


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmGuests]:
    if importlib.util.find_spec("torch") is None:
        parts.missing("torch is not installed")
    guests = WarmGuests(tmp_path_factory.mktemp("warm"))
    yield guests
    guests.stop()


@pytest.fixture
def altered(guests: WarmGuests) -> Alter:
    def run(script: str, *words: str) -> Watched:
        options = [part for word in words for part in ("--alter", word)]
        seen = guests.watched({"train.py": script}, [*options, "train.py"])
        assert seen.ran.status == 0, seen.ran.stderr
        return seen

    return run


def last_loss(seen: Watched) -> float:
    """Infinite where it is no number."""
    told: list[Any] = [value for event in seen.of_kind("losses") for value in event["values"]]
    mean = fmean(float(value) for value in told[-10:])
    return mean if math.isfinite(mean) else math.inf


@pytest.mark.slow
@pytest.mark.parametrize("kind", SCRIPTS)
def test_inputs_labels_and_batches_are_altered_in_every_kind_of_loop(
    altered: Alter, kind: str
) -> None:
    plain = last_loss(altered(SCRIPTS[kind]))
    for word, is_worse in (("zero-inputs", True), ("shuffle-labels", True), ("one-batch", False)):
        seen = altered(SCRIPTS[kind], word)
        assert seen.only("alteration")["applied"] > 100
        assert last_loss(seen) > 2 * plain if is_worse else last_loss(seen) < plain, word


@pytest.mark.slow
def test_labels_of_other_examples_are_kept_and_learned_by_heart(altered: Alter) -> None:
    script = SCRIPTS["by hand"].replace("range(12)", "range(90)")
    script = script.replace("8, 32", "8, 400").replace("32, 3)", "400, 3)")
    kept, moving = (last_loss(altered(script, f"{one}-labels")) for one in ("exchange", "shuffle"))
    assert last_loss(altered(script)) < kept < 0.5 * moving


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["by hand", "loader"])
@pytest.mark.parametrize("is_by_heart", [False, True])
def test_examples_are_held_back_and_shown(altered: Alter, kind: str, is_by_heart: bool) -> None:
    script = SCRIPTS[kind].replace("range(12)", "range(90)")
    script = script.replace("8, 32", "8, 400").replace("32, 3)", "400, 3)")
    if is_by_heart:
        script = script.replace("(x @ torch.randn(8, 3)).argmax(1)", "torch.randint(3, (320,))")
    seen = altered(script, "hold-back")
    assert seen.only("alteration")["measured"]["shown"] > 20
    losses = [value for event in seen.of_kind("losses") for value in event["values"]]
    late = list(enumerate(losses))[len(losses) // 2 :]
    unseen = fmean(value for at, value in late if at % 16 == 0)
    learned = fmean(value for at, value in late if at % 16)
    assert (unseen > 5 * learned and unseen > losses[0]) is is_by_heart


KERAS_LOOP = """
import keras, numpy, torch
keras.utils.set_random_seed(0)
x = numpy.random.randn(320, 8).astype("float32")
y = (x @ numpy.random.randn(8, 3)).argmax(1)
layers = [keras.layers.Input((8,)), keras.layers.Dense(32, "relu"), keras.layers.Dense(3)]
model = keras.Sequential(layers)
loss_function = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.Adam(1e-2)
pairs = torch.utils.data.TensorDataset(torch.from_numpy(x), torch.from_numpy(y))
for epoch in range(12):
    for inputs, labels in torch.utils.data.DataLoader(pairs, batch_size=32, shuffle=True):
        loss = loss_function(labels, model(inputs, training=True))
        model.zero_grad()
        loss.backward()
        weights = model.trainable_weights
        with torch.no_grad():
            optimizer.apply([one.value.grad for one in weights], weights)
"""
KERAS_OWN_STEP = """
import keras, numpy, torch
keras.utils.set_random_seed(0)
x = numpy.random.randn(320, 8).astype("float32")
y = (x @ numpy.random.randn(8, 3)).argmax(1)
class Network(keras.Sequential):
    def train_step(self, data):
        inputs, labels = data
        self.zero_grad()
        loss = self.compute_loss(y=labels, y_pred=self(inputs, training=True))
        loss.backward()
        weights = self.trainable_weights
        with torch.no_grad():
            self.optimizer.apply([one.value.grad for one in weights], weights)
        return {"loss": loss.detach()}
layers = [keras.layers.Input((8,)), keras.layers.Dense(32, "relu")]
model = Network([*layers, keras.layers.BatchNormalization(), keras.layers.Dense(3)])
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(keras.optimizers.AdamW(1e-2), loss)
model.fit(x, y, epochs=12, batch_size=32, verbose=0)
"""
KERAS_SCRIPTS = {"fit": KERAS, "own step": KERAS_OWN_STEP, "loop": KERAS_LOOP}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KERAS_SCRIPTS)
@pytest.mark.parametrize("is_by_heart", [False, True])
def test_examples_are_held_back_in_keras(altered: Alter, kind: str, is_by_heart: bool) -> None:
    script = KERAS_SCRIPTS[kind].replace("epochs=12", "epochs=60").replace("range(12)", "range(60)")
    script = script.replace("Dense(32", "Dense(400")
    if is_by_heart:
        labels = "(x @ numpy.random.randn(8, 3)).argmax(1)"
        script = script.replace(labels, "numpy.random.randint(0, 3, 320)")
    seen = altered(script, "hold-back")
    assert seen.of_kind("trouble") == []
    assert seen.only("alteration")["measured"]["shown"] > 20
    assert seen.only("alteration")["measured"]["others"] == 0
    losses = [value for event in seen.of_kind("losses") for value in event["values"]]
    late = list(enumerate(losses))[len(losses) // 2 :]
    unseen = fmean(value for at, value in late if at % 16 == 0)
    learned = fmean(value for at, value in late if at % 16)
    assert (unseen > 5 * learned and unseen > losses[0]) is is_by_heart


LOOKS = {
    "model.evaluate(x, y, verbose=0)": False,
    "model(x[:20])": False,
    "model.predict(x[5:9] + 1, verbose=0)": True,
    "model.evaluate(x[:9] + 1, y[:9], verbose=0)": True,
    "model(x[:20] + 1, training=False)": True,
}


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_keras_is_seen_to_look_at_other_examples(altered: Alter, look: str) -> None:
    told = altered(KERAS + look + "\n", "hold-back").only("alteration")
    assert bool(told["measured"]["others"]) is LOOKS[look]


UPDATED = """
before, moved = [], []
class Watch(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        now = [numpy.array(one) for one in self.model.weights + self.model.optimizer.variables]
        before.append(now)
        moved.append(len(before) < 2 or any((a != b).any() for a, b in zip(now, before[-2])))
"""


@pytest.mark.slow
@pytest.mark.parametrize("precision", ["float32", "mixed_float16"])
def test_a_held_back_step_of_keras_changes_nothing(altered: Alter, precision: str) -> None:
    script = KERAS.replace("import keras, numpy", "import keras, numpy" + UPDATED)
    script = script.replace("verbose=0", "verbose=0, callbacks=[Watch()]")
    script = script.replace("set_random_seed(0)", f"set_random_seed(0); keras.config."
                            f"set_dtype_policy('{precision}')")  # fmt: skip
    seen = altered(script + "print([at for at, one in enumerate(moved) if not one])", "hold-back")
    still = json.loads(seen.ran.stdout)
    assert len(still) == seen.only("alteration")["measured"]["shown"] > 3
    assert all(at % 16 == 0 for at in still)


WEIGHTED = KERAS.replace("verbose=0", "verbose=0, sample_weight=(y + 1.0) * (x[:, 0] > -9)")
SEEN_WEIGHTS = """
plain = model.train_step
def checked(data):
    labels, weights = data[1], data[2]
    assert (weights.reshape(-1) == labels.reshape(-1) + 1).all()
    return plain(data)
model.train_step = checked
"""


@pytest.mark.slow
@pytest.mark.parametrize("word", ["hold-back", "one-batch"])
def test_weights_of_examples_stay_with_them(altered: Alter, word: str) -> None:
    script = WEIGHTED.replace("model.fit", SEEN_WEIGHTS + "model.fit")
    assert altered(script, word).only("alteration")["applied"] > 100


ALONE = """
import keras, numpy, torch
keras.utils.set_random_seed(0)
x = numpy.random.randn(320, 8).astype("float32")
class Coder(keras.Sequential):
    def train_step(self, data):
        inputs = data[0] if isinstance(data, tuple) else data
        self.zero_grad()
        loss = keras.ops.mean((self(inputs, training=True) - inputs) ** 2)
        loss.backward()
        weights = self.trainable_weights
        with torch.no_grad():
            self.optimizer.apply([one.value.grad for one in weights], weights)
        return {"loss": loss.detach()}
model = Coder([keras.layers.Input((8,)), keras.layers.Dense(32, "relu"), keras.layers.Dense(8)])
model.compile(keras.optimizers.Adam(1e-2))
model.fit(x, epochs=30, batch_size=32, verbose=0)
"""


@pytest.mark.slow
def test_examples_without_targets_are_held_back_whole(altered: Alter) -> None:
    assert altered(ALONE, "hold-back").only("alteration")["measured"]["shown"] > 10
    assert altered(ALONE, "zero-inputs").only("alteration")["applied"] == 0


@pytest.mark.slow
def test_no_alteration_breaks_a_script_and_each_says_whether_it_applied(altered: Alter) -> None:
    seen = altered(WITH_LOADER, *(word + VALUES.get(word, "") for word in ALL))
    told = {event["alteration"]: event["applied"] for event in seen.of_kind("alteration")}
    assert len(told) == len(ALL)
    assert seen.of_kind("trouble") == []
    assert {word for word, count in told.items() if not count} == {
        "evaluation-in-other-mode",
        "match-evaluation-inputs",
        "momentum=0.9",
        "no-weight-decay",
        "rectify",
        "redraw-biases",
        "redraw-weights",
        "steady-draws=1",
        "train-all-layers",
        "training-mode",
        "unfreeze",
    }


EVALUATED = (
    WITH_LOADER
    + """
    for inputs, labels in DataLoader(TensorDataset(x, y), batch_size=32):
        print(epoch, criterion(model(inputs), labels).item())
"""
)


@pytest.mark.slow
@pytest.mark.parametrize(("script", "steps"), [(EVALUATED, 360), (KERAS, 360), (BY_HAND, 120)])
def test_trainings_are_longer_and_evaluations_are_not(
    altered: Alter, script: str, steps: int
) -> None:
    seen, plain = altered(script, "more-epochs=3"), altered(script)
    assert (plain.end["steps"], seen.end["steps"]) == (120, steps)
    assert bool(seen.only("alteration")["applied"]) is (steps > 120)
    assert seen.ran.stdout.count("\n") == plain.ran.stdout.count("\n")


STEP_IN_OUTER_LOOP = BY_HAND.replace("        optimizer.step()", "    optimizer.step()")


@pytest.mark.slow
def test_a_step_follows_each_backward_pass(altered: Alter) -> None:
    plain = altered(STEP_IN_OUTER_LOOP)
    seen = altered(STEP_IN_OUTER_LOOP, "step-each-backward")
    told = seen.only("alteration")
    assert told["applied"] == 110, "all batches but those before the first step of the script"
    assert "optimizer.step()" in STEP_IN_OUTER_LOOP.splitlines()[told["place"]["line"] - 1]
    assert last_loss(seen) < 0.7 * last_loss(plain)
    assert plain.only("discarded_gradients")["discarded"] == 57, "of the first 64"
    usual = altered(BY_HAND, "step-each-backward")
    assert last_loss(usual) == last_loss(altered(BY_HAND)), "nothing else is changed"


KERAS_STEP = """
import keras, numpy, torch
keras.utils.set_random_seed(0)
x = numpy.random.randn(320, 8).astype("float32")
y = x @ numpy.random.randn(8, 1).astype("float32")
class Network(keras.Sequential):
    def train_step(self, data):
        loss = self.compute_loss(y=data[1], y_pred=self(data[0], training=True))
        loss.backward()
        weights = self.trainable_weights
        with torch.no_grad():
            self.optimizer.apply([one.value.grad for one in weights], weights)
        return {"loss": loss.detach()}
model = Network([keras.layers.Input((8,)), keras.layers.Dense(16, "relu"), keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.05), "mse")
model.fit(x, y, epochs=6, batch_size=32, verbose=0)
"""


@pytest.mark.slow
def test_gradients_are_cleared_in_training_steps_of_keras(altered: Alter) -> None:
    plain, seen = altered(KERAS_STEP), altered(KERAS_STEP, "zero-grad")
    assert seen.only("alteration")["applied"] > 100
    assert last_loss(seen) < last_loss(plain) / 2
    assert plain.only("kept_gradients")["kept"] == 32
    assert seen.only("kept_gradients")["kept"] == 0


FROZEN = """
import torch
from torch import nn
torch.manual_seed(0)
x = torch.randn(320, 8)
y = torch.sin(3 * x[:, :1])
model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
model[0].requires_grad_(False)
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)
for step in range(150):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
"""
KERAS_FROZEN = """
import keras, numpy
keras.utils.set_random_seed(0)
x = numpy.random.randn(320, 8).astype("float32")
y = numpy.sin(3 * x[:, :1])
body = keras.layers.Dense(16, "tanh", trainable=False)
model = keras.Sequential([keras.layers.Input((8,)), body, keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.01), "mse")
model.fit(x, y, epochs=15, batch_size=32, verbose=0)
"""


@pytest.mark.slow
@pytest.mark.parametrize("script", [FROZEN, KERAS_FROZEN])
def test_frozen_layers_are_trained(altered: Alter, script: str) -> None:
    plain, seen = altered(script), altered(script, "unfreeze")
    assert seen.only("alteration")["applied"]
    assert seen.of_kind("trouble") == []
    assert last_loss(seen) < 0.95 * last_loss(plain)
    assert plain.of_kind("layer")[0]["trainable"] == 0


OWN_DOING = """
import random
import torch
from torch import nn
torch.manual_seed(0)
x = torch.randn(320, 8)
y = (x[:, 0] > 0).long()
model = nn.Sequential(nn.Linear(8, 32), nn.Sigmoid(), nn.Linear(32, 2))
for module in model.modules():
    if isinstance(module, nn.Linear):
        nn.init.constant_(module.weight, 0.3)
        module.bias.data.fill_(2.0)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(60):
    picked = torch.randint(0, 320, (32,))
    batch = x[picked]
    if random.random() < 0.5:
        batch = -batch
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(batch), y[picked]).backward()
    optimizer.step()
"""


@pytest.mark.slow
def test_what_the_script_does_by_itself_is_undone_and_its_line_is_told(altered: Alter) -> None:
    plain = last_loss(altered(OWN_DOING))
    lines = {}
    for word in ("redraw-weights", "redraw-biases", "steady-draws=1", "rectify"):
        seen = altered(OWN_DOING, word)
        told = seen.only("alteration")
        assert told["applied"], word
        lines[word] = told["place"]["line"]
        assert seen.of_kind("trouble") == []
        assert last_loss(seen) != plain
    written = dict(enumerate(OWN_DOING.splitlines(), 1))
    assert "constant_" in written[lines["redraw-weights"]]
    assert "bias.data.fill_" in written[lines["redraw-biases"]]
    assert "random.random()" in written[lines["steady-draws=1"]]
    assert "nn.Sigmoid()" in written[lines["rectify"]]


@pytest.mark.slow
@pytest.mark.parametrize("word", ["redraw-weights", "rectify", "steady-draws=0"])
def test_a_run_in_which_nothing_can_be_altered_ends_early(altered: Alter, word: str) -> None:
    seen = altered(BY_HAND, word)
    assert seen.only("alteration")["applied"] == 0
    assert seen.end["steps"] < 25


@pytest.mark.slow
@pytest.mark.parametrize("script", ["by hand", "keras"])
def test_adam_makes_the_steps(altered: Alter, script: str) -> None:
    slow = SCRIPTS[script].replace("torch.optim.Adam(model.parameters(), lr=1e-2)",
                                   "torch.optim.SGD(model.parameters(), lr=1e-5)")  # fmt: skip
    slow = slow.replace("keras.optimizers.Adam(1e-2)", "keras.optimizers.SGD(1e-5)")
    seen, plain = altered(slow, "adam"), altered(slow)
    assert seen.only("alteration")["applied"]
    assert last_loss(seen) < 0.9 * last_loss(plain)
    assert seen.end["steps"] == plain.end["steps"]
    assert {"by hand": ["SGD"], "keras": ["SGD", "Adam"]}[script] == [
        told["type"] for told in seen.of_kind("optimiser")
    ]


@pytest.mark.slow
def test_it_is_the_adam_of_pytorch(altered: Alter) -> None:
    usual = BY_HAND.replace("lr=1e-2", "lr=1e-3")
    other = BY_HAND.replace("torch.optim.Adam", "torch.optim.SGD")
    by_us, by_torch = altered(other, "adam"), altered(usual)
    assert last_loss(by_us) == pytest.approx(last_loss(by_torch), rel=1e-3)


OWN_TENSORS = RAW_WEIGHTS.replace("* 0.4", "* 9.0")


@pytest.mark.slow
def test_weights_of_the_script_that_are_far_too_large_are_drawn_as_layers_do(
    altered: Alter,
) -> None:
    seen = altered(OWN_TENSORS, "redraw-weights")
    assert seen.only("alteration")["applied"] == 1
    assert last_loss(seen) < last_loss(altered(OWN_TENSORS))
    assert altered(RAW_WEIGHTS, "redraw-weights").only("alteration")["applied"] == 0


OWN_INITIALISER = KERAS.replace(
    '"relu")', '"tanh", kernel_initializer=keras.initializers.RandomNormal(stddev=50.0))'
)


@pytest.mark.slow
def test_layers_of_keras_draw_as_they_do_by_default(altered: Alter) -> None:
    seen = altered(OWN_INITIALISER, "redraw-weights")
    assert seen.only("alteration")["applied"] == 1
    assert last_loss(seen) < 0.7 * last_loss(altered(OWN_INITIALISER))
    assert altered(OWN_INITIALISER, "rectify").only("alteration")["applied"] == 1


def test_what_is_no_alteration_is_told_and_the_script_runs(altered: Alter) -> None:
    seen = altered("print('done')\n", "nonsense", "learning-rate=fast", "../x")
    assert seen.ran.stdout == "done\n"
    assert len(seen.of_kind("trouble")) == 3


def test_a_script_without_a_training_has_nothing_to_alter(altered: Alter) -> None:
    assert altered("print('done')\n", "zero-inputs").only("alteration")["applied"] == 0


SOFTENED = {
    "4": WITH_LOADER.replace("nn.Linear(32, 3))", "nn.Linear(32, 3), nn.Softmax(1))"),
    "soft": KERAS.replace(
        "keras.layers.Dense(3)]", "keras.layers.Dense(3), keras.layers.Softmax(name='soft')]"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("layer", SOFTENED)
def test_a_layer_that_is_left_out_passes_on_what_it_is_given(altered: Alter, layer: str) -> None:
    script = SOFTENED[layer]
    seen, plain = altered(script, f"skip-layer={layer}"), altered(script)
    told = seen.only("alteration")
    assert told["applied"] > 100
    assert last_loss(seen) < 0.7 * last_loss(plain)
    assert "Softmax" in script.splitlines()[told["place"]["line"] - 1]


@pytest.mark.slow
def test_a_layer_of_another_shape_is_not_left_out(altered: Alter) -> None:
    assert altered(BY_HAND, "skip-layer=0").only("alteration")["applied"] == 0


KERAS_BY_HAND = """
import keras, numpy, torch
keras.utils.set_random_seed(0)
x = numpy.random.randn(64, 8).astype("float32")
model = keras.Sequential([keras.Input((8,)), keras.layers.Dense(16), keras.layers.Dropout(0.5)])
optimizer = keras.optimizers.SGD(0.01)
for step in range(12):
    model.zero_grad()
    (model(x, training=True) ** 2).mean().backward()
    weights = model.trainable_variables
    with torch.no_grad():
        optimizer.apply([one.value.grad for one in weights], weights)
with torch.no_grad():
    print(int((model(x, training=True) == 0).sum()))
"""


@pytest.mark.slow
def test_models_of_keras_are_evaluated_in_the_other_mode(altered: Alter) -> None:
    plain = altered(KERAS_BY_HAND)
    seen = altered(KERAS_BY_HAND, "evaluation-in-other-mode")
    assert seen.only("alteration")["applied"] == 1
    assert int(plain.ran.stdout) > 100
    assert int(seen.ran.stdout) == 0, "nothing is left out"
