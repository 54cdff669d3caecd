"""What is called or treated like a network is taken for one."""

from __future__ import annotations

import pytest

from tests.program.reading import TORCH, program_of


@pytest.mark.parametrize(
    ("parameter", "before", "runs"),
    [
        ("model", "", True),
        ("self_net", "", True),
        ("model", "model = model.to('cuda')", True),
        ("f", "f.eval()", True),
        ("f", "f = f.train()", True),
        ("f", "list(f.parameters())", True),
        ("f", "", False),
        ("model_inputs", "", False),
        ("encoder_output", "", False),
    ],
)
def test_an_unknown_thing_is_a_network_by_its_name_or_its_methods(
    parameter: str, before: str, runs: bool
) -> None:
    program = program_of(
        f"def evaluate({parameter}, loader):\n"
        f"    {before or 'pass'}\n"
        "    for x in loader:\n"
        f"        {parameter}(x)\n"
        "        torch.cuda.synchronize()\n",
        TORCH,
    )
    assert bool(program.evaluations) is runs


def test_a_function_that_names_no_framework_is_read_for_its_network() -> None:
    program = program_of(
        "def evaluate(net, loader):\n    net.eval()\n    return [net(x) for x in loader]\n",
        TORCH,
    )
    (evaluation,) = program.evaluations
    assert evaluation.eval_mode is True


def test_a_tensor_that_is_named_after_a_network_can_be_moved() -> None:
    program = program_of(
        "def loss(model_output, target):\n"
        "    return torch.nn.functional.mse_loss(model_output.to('cpu'), target)\n",
        TORCH,
    )
    (loss,) = program.losses
    assert getattr(loss.prediction, "op", None) == "device"


def test_an_empty_tensor_that_a_network_fills_holds_its_output() -> None:
    program = program_of(
        "net = nn.Linear(4, 3)\n"
        "def run(x, y):\n"
        "    rows = torch.zeros(8, 2, 3)\n"
        "    for t in range(8):\n"
        "        rows[t] = torch.softmax(net(x[t]), dim=1)\n"
        "    return nn.functional.cross_entropy(rows.view(-1, 3), y)\n",
        TORCH,
    )
    (loss,) = program.losses
    assert loss.output_function == "softmax"
