"""Two devices in one call, by a script's own doing or by the project's."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from seismograd.reproduce.context.project_view import ProjectView, Role, Symbol, SymbolKind
from seismograd.reproduce.validate.fair_use import two_devices
from seismograd.traces.events.parts import TensorFacts

MESSAGE = "Tensor on device cpu is not on the expected device meta!"
PROJECT = ProjectView(
    Path("."), (Symbol("net", "Net", SymbolKind.CLASS, "net.py", 1, 9, Role.NETWORK),)
)


def complaints(script: str, message: str = MESSAGE, **devices: str) -> list[str]:
    given = [TensorFacts(name=name, device=device) for name, device in devices.items()]
    return list(two_devices(PROJECT, ast.parse(dedent(script)), message, given))


def test_an_input_that_was_left_behind_is_the_scripts_mistake() -> None:
    script = "net = Net().to('meta')\nx = torch.ones(2)\nnet(x)"
    (said,) = complaints(script, x="cpu")
    assert "leaves x on the CPU" in said


def test_a_network_that_was_never_moved_is_the_scripts_mistake() -> None:
    (said,) = complaints("net = Net()\nx = torch.ones(2, device='meta')\nnet(x)", x="meta")
    assert "net was never moved" in said


@pytest.mark.parametrize(
    "script",
    [
        "net = Net().to(DEVICE)\nx = torch.ones(2, device=DEVICE)\nnet(x)",
        "net = Net()\nnet.to('meta')\nx = torch.ones(2).to('meta')\nnet(x)",
        "net = Net(device='meta')\nx = torch.ones(2).to('meta')\nnet(x)",
        "torch.set_default_device('meta')\nnet = Net()\nx = torch.ones(2)\nnet(x)",
        "with torch.device('meta'):\n    net = Net()\nx = torch.ones(2, device='meta')\nnet(x)",
    ],
)
def test_what_is_all_on_one_device_is_fair(script: str) -> None:
    assert complaints(script, x="meta") == []


def test_a_tensor_that_the_project_made_may_be_on_the_wrong_device() -> None:
    script = "net = Net().to('meta')\nx = collate(rows, 'meta')\nnet(x)"
    assert complaints(script, x="cpu") == []


def test_other_messages_are_not_about_devices() -> None:
    script = "net = Net().to('meta')\nx = torch.ones(2)\nnet(x)"
    assert complaints(script, "shapes cannot be multiplied", x="cpu") == []
