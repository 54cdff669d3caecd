"""Widths, functions and layers of what a network gives."""

from __future__ import annotations

import pytest

from seismograd.program.made_up import is_made_up
from seismograd.program.model import Program
from seismograd.program.scores import layer_of, width_of
from seismograd.source.evaluate.values import Tensor
from tests.program.reading import program_of

NETWORK = """
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--classes", type=int, default=1)
args = parser.parse_args()

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, WIDTH)

    def forward(self, x):
        return OUTPUT

def train(loader):
    net = Net()
    for x, y in loader:
        loss = F.mse_loss(net(x), y)
"""


def _program(output: str, width: str = "3") -> Program:
    return program_of(NETWORK.replace("OUTPUT", output).replace("WIDTH", width))


def _width(program: Program) -> int | None:
    loss = program.losses[0]
    return width_of(loss.prediction, loss.network)


@pytest.mark.parametrize("output", ["self.fc(x)", "F.softmax(self.fc(x), dim=1)"])
def test_activations_keep_the_width_of_the_layer(output: str) -> None:
    assert _width(_program(output)) == 3


@pytest.mark.parametrize(
    "output", ["self.fc(x).squeeze(-1)", "self.fc(x).view(-1, 9)", "F.glu(self.fc(x))"]
)
def test_reshapes_hide_the_width_of_the_layer(output: str) -> None:
    assert _width(_program(output)) is None


def test_a_width_that_the_user_may_override_is_not_known() -> None:
    assert _width(_program("self.fc(x)", "args.classes")) is None


def test_an_activation_belongs_to_the_layer_before_it() -> None:
    program = _program("self.fc(x).sigmoid()")
    loss = program.losses[0]
    assert isinstance(loss.prediction, Tensor)
    layer = layer_of(loss.prediction, loss.network)
    assert layer is not None
    assert layer.kind in ("dense", "sigmoid")


@pytest.mark.parametrize(
    ("targets", "expected"),
    [("np.random.rand(10, 1)", True), ("np.zeros((10, 1)) + 1", True), ("np.load('y.npy')", False)],
)
def test_random_and_constant_arrays_are_made_up(targets: str, expected: bool) -> None:
    program = program_of(
        "import keras, numpy as np\n"
        "model = keras.Sequential([keras.layers.Dense(1)])\n"
        "model.compile('sgd', 'mse')\n"
        f"model.fit(np.load('x.npy'), {targets})\n"
    )
    assert is_made_up(program.fits[0].targets) is expected
