"""Where gradients flow and where they stop."""

from __future__ import annotations

import pytest

from seismograd.program.gradients import (
    cut_points,
    data_of_loops,
    followed,
    is_torch,
    passes_learned_layer,
    reaches_parameters,
)
from seismograd.source.evaluate.values import Tensor
from tests.program.reading import program_of, value_of

NETWORK = """
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
x = torch.randn(5, 4)
labels = torch.zeros(5, 2)
"""


def _tensor(expression: str) -> Tensor:
    found = value_of(f"{NETWORK}y = {expression}\n")
    assert isinstance(found, Tensor)
    return found


@pytest.mark.parametrize(
    "expression",
    [
        "net(x)",
        "F.mse_loss(net(x), labels)",
        "net(x).detach() + net(x)",
        "net(x.detach())",
        "torch.zeros(3, requires_grad=True).sum()",
        "nn.Parameter(x) * 2",
    ],
)
def test_gradients_reach_what_is_learned(expression: str) -> None:
    assert reaches_parameters(_tensor(expression)) is True


@pytest.mark.parametrize(
    ("expression", "op"),
    [
        ("F.mse_loss(net(x).detach(), labels)", "detach"),
        ("F.mse_loss(net(x).data, labels)", "detach"),
        ("F.mse_loss(net(x).argmax(dim=1).float(), labels)", "argmax"),
        ("(net(x) > 0).float().mean()", "gt"),
        ("torch.tensor(net(x)).sum()", "tensor"),
    ],
)
def test_gradients_stop_where_the_graph_is_cut(expression: str, op: str) -> None:
    tensor = _tensor(expression)
    assert reaches_parameters(tensor) is False
    assert op in [cut.op for cut in cut_points(tensor)]
    assert any(passes_learned_layer(cut) for cut in cut_points(tensor))


def test_gradients_are_off_under_no_grad() -> None:
    found = value_of(NETWORK + "with torch.no_grad():\n    y = net(x).mean()\n")
    assert reaches_parameters(found) is False


def test_gradients_are_on_again_under_enable_grad() -> None:
    code = "with torch.no_grad():\n    with torch.enable_grad():\n        y = net(x).mean()\n"
    assert reaches_parameters(value_of(NETWORK + code)) is True


def test_what_is_not_known_is_not_certain() -> None:
    found = value_of("import other\ny = F.mse_loss(other.run().sum(), torch.zeros(1))\n")
    assert reaches_parameters(found) is None


def test_batches_of_a_loop_are_data() -> None:
    program = program_of(
        "def train(loader):\n    for a, b in loader:\n        F.mse_loss(a, b).backward()\n"
    )
    start = next(call.receiver for call in program.calls if call.method == "backward")
    assert reaches_parameters(start) is None
    assert reaches_parameters(start, data_of_loops(program.all_loops)) is False


def test_each_tensor_is_followed_once() -> None:
    tensor = _tensor("net(x) + net(x).sum()")
    found = [id(one) for one in followed(tensor)]
    assert len(found) == len(set(found))


def test_numbers_and_arrays_are_not_tensors_of_torch() -> None:
    assert is_torch(_tensor("net(x) * 2"))
    assert not is_torch(_tensor("net(x).sum().item() / 3"))
