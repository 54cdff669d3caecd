"""Rules that grade what they find: how grave it is on either side of the boundary."""

from __future__ import annotations

import pytest

from seismograd.faults import Severity
from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.source.document import Document
from seismograd.source.workspace import Workspace

HEAD = """
import keras
import torch.nn as nn
from keras import layers
from keras.initializers import RandomNormal
from keras.layers import BatchNormalization, Conv2D, Dense, Flatten

"""


def _grave(code: str, body: str) -> set[Severity]:
    document = Document("model.py", HEAD + body)
    workspace = Workspace([])
    workspace.open(document)
    found = Checker(workspace, Settings(select=(code,))).check(document)
    return {one.severity for one in found}


def _keras(*layers: str, inputs: str = "(64,)") -> str:
    return f"model = keras.Sequential([keras.Input({inputs}), {', '.join(layers)}])\n"


SIGMOID, RELU = 'Dense(64, activation="sigmoid")', 'Dense(64, activation="relu")'
SOFTMAX = 'Dense(10, activation="softmax")'
LARGE = 'Dense({}, activation="{}", kernel_initializer=RandomNormal(stddev={}))'


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ([SIGMOID] * 4 + [SOFTMAX], {Severity.WARNING}),
        ([SIGMOID, RELU] * 4 + [SOFTMAX], {Severity.WARNING}),
        ([SIGMOID] * 3 + [SOFTMAX], {Severity.INFO}),
        ([RELU, RELU, SIGMOID, RELU, RELU, RELU, SOFTMAX], {Severity.WARNING}),
        ([RELU, SIGMOID, RELU, SOFTMAX], {Severity.INFO}),
        ([SIGMOID, RELU, RELU, RELU, SOFTMAX], {Severity.INFO}),
        ([SIGMOID, "BatchNormalization()"] * 5 + [SOFTMAX], {Severity.INFO}),
        ([SIGMOID, SOFTMAX], set()),
        (['Dense(64, activation="tanh")'] * 9 + ["Dense(1)"], set()),
    ],
)
def test_sigmoids_are_grave_in_a_row_and_alone_among_rectifiers(
    layers: list[str], expected: set[Severity]
) -> None:
    assert _grave("SG315", _keras(*layers)) == expected


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ([LARGE.format(256, "relu", 1.0)] * 2 + [SOFTMAX], {Severity.WARNING}),
        ([LARGE.format(256, "relu", 1.0), RELU, SOFTMAX], {Severity.WARNING}),
        ([LARGE.format(256, "relu", 0.4), RELU, SOFTMAX], {Severity.INFO}),
        ([LARGE.format(256, "tanh", 0.4), RELU, SOFTMAX], {Severity.WARNING}),
        ([LARGE.format(256, "relu", 1.0), SOFTMAX], {Severity.INFO}),
        ([RELU, "Dense(640)", LARGE.format(10, "softmax", 1.0)], {Severity.INFO}),
        ([LARGE.format(256, "relu", 0.2), RELU, SOFTMAX], set()),
    ],
)
def test_large_weights_are_grave_where_learning_cannot_make_up_for_them(
    layers: list[str], expected: set[Severity]
) -> None:
    assert _grave("SG402", _keras(*layers, inputs="(784,)")) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (_keras("Dense(5)", "Dense(3)") + 'model.compile("sgd", "mse")\n', {Severity.WARNING}),
        (_keras("Dense(5)", "Dense(3)"), {Severity.INFO}),
        (_keras("Dense(50)", "Dense(3)"), {Severity.WARNING}),
        (_keras("Dense(50)", "BatchNormalization()", "Dense(3)"), {Severity.INFO}),
        (_keras("Dense(5)", "Dense(30)") + 'model.compile("sgd", "mse")\n', set()),
    ],
)
def test_a_few_units_are_grave_only_where_they_are_trained(
    body: str, expected: set[Severity]
) -> None:
    assert _grave("SG301", body) == expected


CONTAINER = """
import torch
from torch import nn

first = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 32))
model = nn.Sequential(first, {second})
optimiser = torch.optim.Adam(model.parameters())
for batch, target in torch.utils.data.DataLoader(torch.load("data.pt")):
    loss = nn.functional.mse_loss(model(batch), target)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
"""
PARTS = """
class Online(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = {head}
        self.predictor = {predictor}

    def forward(self, x):
        return self.predictor(self.head(x))
"""
MLP = "nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64))"


@pytest.mark.parametrize(
    ("head", "predictor", "expected"),
    [
        (MLP, MLP, {Severity.INFO}),
        (MLP, "nn.Linear(64, 10)", {Severity.WARNING}),
        ("nn.Sequential(nn.Linear(64, 64), nn.Linear(64, 64), nn.ReLU())", MLP, {Severity.WARNING}),
    ],
)
def test_linear_layers_in_a_row_may_be_the_ends_of_parts(
    head: str, predictor: str, expected: set[Severity]
) -> None:
    assert _grave("SG301", PARTS.format(head=head, predictor=predictor)) == expected


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("nn.Sequential(nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 8))", {Severity.INFO}),
        ("nn.Linear(32, 8)", {Severity.WARNING}),
    ],
)
def test_parts_may_stand_in_a_container(second: str, expected: set[Severity]) -> None:
    source = CONTAINER.format(second=second)
    assert _grave("SG301", source) == expected


def test_the_gravest_of_several_findings_at_one_place_is_kept() -> None:
    body = (
        "def hidden(count):\n"
        "    return [Dense(64, activation='sigmoid') for _ in range(count)]\n"
        "deep = keras.Sequential([keras.Input((64,)), *hidden(5), Dense(10)])\n"
        "flat = keras.Sequential([keras.Input((64,)), *hidden(2), Dense(10)])\n"
    )
    assert _grave("SG315", body) == {Severity.WARNING}


@pytest.mark.parametrize(
    ("rows", "optimizer", "epochs", "expected"),
    [
        (160, "'adam'", 3, {Severity.WARNING}),
        (1600, "'adam'", 1, {Severity.INFO}),
        (1600, "'adam'", 10, set()),
        (160, "keras.optimizers.SGD(0.01)", 15, {Severity.WARNING}),
        (1600, "keras.optimizers.SGD(0.01)", 15, {Severity.INFO}),
        (1600, "keras.optimizers.SGD(0.1)", 15, set()),
        (160, "'adagrad'", 15, {Severity.INFO}),
        (1600, "keras.optimizers.SGD(1e-7)", 15, set()),
    ],
)
def test_steps_are_too_few_where_they_lead_nowhere(
    rows: int, optimizer: str, epochs: int, expected: set[Severity]
) -> None:
    body = _keras(RELU, "Dense(1)") + (
        "import numpy as np\n"
        f"x, y = np.load('x.npy').reshape({rows}, 64), np.load('y.npy')\n"
        f"model.compile({optimizer}, 'mse')\n"
        f"model.fit(x, y, epochs={epochs})\n"
    )
    assert _grave("SG509", body) == expected


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("np.zeros((800, 10))", {Severity.ERROR}),
        ("np.zeros((800,))", {Severity.ERROR}),
        ("np.load('y.npy')", {Severity.INFO}),
        ("np.zeros((800, 8, 8, 10))", set()),
    ],
)
def test_a_missing_flatten_is_grave_where_labels_are_one_for_each_image(
    labels: str, expected: set[Severity]
) -> None:
    body = _keras('Conv2D(8, 3, padding="same", activation="relu")', SOFTMAX, inputs="(8, 8, 3)")
    body += (
        "import numpy as np\n"
        "model.compile('adam', 'categorical_crossentropy')\n"
        f"model.fit(np.load('x.npy'), {labels}, epochs=20)\n"
    )
    assert _grave("SG317", body) == expected
