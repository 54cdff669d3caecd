"""Walks over the modules of a network, and what they find out about each of them."""

from __future__ import annotations

import pytest

from seismograd.source.evaluate.values import Const, Sequence, Tensor
from tests.program.reading import program_of, value_of

NETWORK = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.body = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
    def forward(self, x):
        return self.body(self.conv(x).flatten(1))
net = Net()
"""


@pytest.mark.parametrize(
    ("listing", "count"), [("modules", 5), ("named_modules", 5), ("children", 2)]
)
def test_modules_are_listed(listing: str, count: int) -> None:
    found = value_of(NETWORK + f"y = list(net.{listing}())")
    assert isinstance(found, Sequence)
    assert len(found.items) == count


def test_apply_calls_a_function_with_every_module() -> None:
    program = program_of(
        NETWORK
        + """
def start(module):
    if isinstance(module, nn.Linear):
        nn.init.zeros_(module.weight)
net.apply(start)
"""
    )
    filled = [call for call in program.calls if call.path == "torch.nn.init.zeros_"]
    known = [call for call in filled if isinstance(call.positional[0].value, Tensor)]
    assert [call.positional[0].value.shape for call in known] == [(8, 8)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "answer"), [("nn.Linear", True), ("nn.ReLU", False), ("nn.Module", True)]
)
def test_a_layer_is_of_its_class_only(kind: str, answer: bool) -> None:
    found = value_of(f"y = isinstance(nn.Linear(2, 3), {kind})")
    assert isinstance(found, Const)
    assert found.value is answer


def test_a_layer_has_a_bias_unless_it_is_told_otherwise() -> None:
    assert isinstance(value_of("y = nn.Linear(2, 3).bias"), Tensor)
    without = value_of("y = nn.Linear(2, 3, bias=False).bias")
    assert isinstance(without, Const)
    assert without.value is None


def test_reshaping_in_place_changes_the_tensor() -> None:
    found = value_of("y = torch.zeros(2, 3)\ny.unsqueeze_(0)")
    assert isinstance(found, Tensor)
    assert found.shape == (1, 2, 3)


def test_calls_of_a_network_that_is_only_built_are_kept() -> None:
    program = program_of(NETWORK)
    paths = [call.path for call in program.trial_calls]
    assert "torch.nn.Conv2d.__call__" in paths
    assert "torch.nn.Conv2d.__call__" not in [call.path for call in program.calls]
