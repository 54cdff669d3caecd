"""Layers: where they are, what they hold, and what goes through them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import PROGRAMS, Watched, watched


def sampled(seen: Watched, layer: int, at: int = 0) -> Any:
    """What was sampled of a layer in one of the looks at it."""
    looks = [
        found
        for event in seen.of_kind("layers")
        for found in event["layers"]
        if found["layer"] == layer
    ]
    return looks[at]


def numbers(layers: list[dict[str, Any]], **wanted: Any) -> list[int]:
    return [one["layer"] for one in layers if wanted.items() <= one.items()]


PLACES = """
    import torch
    from torch import nn


    class Block(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.first = nn.Linear(width, width)  # built in the class
            self.norm = nn.LayerNorm(width)

        def forward(self, x):
            return self.norm(self.first(x))  # called in the class


    def make_head(width):
        return nn.Linear(width, 1)  # built in a function


    class Sub(Block):
        def __init__(self):
            super().__init__(4)


    network = nn.Sequential(
        Block(4),  # one
        nn.ReLU(),  # two
        Sub(),  # three
        make_head(4),
    )
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for _ in range(2):
        scores = network(torch.randn(8, 4))  # the call
        scores.mean().backward()
        optimizer.step()
"""


def test_places(tmp_path: Path) -> None:
    seen = watched(tmp_path, PLACES)
    network = seen.only("network")
    assert network["built"] == seen.place("network = nn.Sequential(")
    assert network["called"] == seen.place("# the call")
    layers = {layer["name"]: layer for layer in seen.of_kind("layer")}
    assert layers["0.first"]["built"] == seen.place("# built in the class")
    assert layers["0.first"]["called"] == seen.place("# called in the class")
    assert layers["1"]["built"] == seen.place("# two")
    assert layers["1"]["called"] == seen.place("# the call")
    assert layers["3"]["built"] == seen.place("# built in a function")
    assert layers["2.norm"]["network"] == network["network"]
    assert seen.only("loss_function")["called"] == seen.place(".backward()")


def test_statistics_are_those_of_the_tensors(tmp_path: Path) -> None:
    seen = watched(
        tmp_path,
        """
        import torch
        network = torch.nn.Sequential(torch.nn.Linear(10, 20), torch.nn.Linear(20, 5))
        optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        weight = network[0].weight.detach().clone()
        inputs = torch.randn(7, 10)
        hidden = network[0](inputs)
        output = network(inputs)
        output.square().mean().backward()
        gradient = network[0].weight.grad.clone()
        optimizer.step()
        """,
    )
    names = seen.names
    first = seen.of_kind("layer")[0]
    assert first["input_shape"] == [7, 10]
    assert first["output_shape"] == [7, 20]
    assert first["parameters"] == 220
    look = sampled(seen, 0)
    for found, tensor in (
        (first["initial"]["weight"], names["weight"]),
        (look["weight"]["weight"], names["weight"]),
        (look["grad"]["weight"], names["gradient"]),
        (look["activation"], names["hidden"]),
        (look["input"], names["inputs"]),
    ):
        assert found["n"] == tensor.numel()
        assert found["mean"] == pytest.approx(tensor.mean().item(), rel=1e-3, abs=1e-6)
        assert found["std"] == pytest.approx(tensor.std(correction=0).item(), rel=1e-3)
        assert found["min"] == pytest.approx(tensor.min().item(), rel=1e-4)
        assert found["max"] == pytest.approx(tensor.max().item(), rel=1e-4)
        assert found["norm"] == pytest.approx(tensor.norm().item(), rel=1e-3)


@pytest.mark.parametrize("layout", ["x", "x.to(memory_format=torch.channels_last)", "x[:, ::2]"])
def test_large_tensors_are_sampled_well(tmp_path: Path, layout: str) -> None:
    seen = watched(
        tmp_path,
        f"""
        import torch
        network = torch.nn.BatchNorm2d(64)
        if "::2" in "{layout}":
            network = torch.nn.BatchNorm2d(32)
        optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        x = 3 + 2 * torch.randn(16, 64, 32, 32)
        network({layout}).mean().backward()
        optimizer.step()
        """,
    )
    look = sampled(seen, 0)["input"]
    assert look["mean"] == pytest.approx(3, abs=0.4)
    assert look["std"] == pytest.approx(2, abs=0.3)


UNITS = """
    import torch
    from torch import nn
    import torch.nn.functional as F

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Linear(6, 8)
            self.act = nn.ReLU()
            self.second = nn.Linear(8, 10)
            self.third = nn.Linear(10, 4)
            self.gate = nn.Sigmoid()
            with torch.no_grad():
                self.first.bias[:2] = -100.0  # two of eight never fire
                self.second.bias[:5] = -100.0  # five of ten
                self.second.bias[5:] = 1.0
                self.third.bias[:1] = 100.0  # one of four is flat

        def forward(self, x):
            x = self.act(self.first(x))
            return self.gate(self.third(F.relu(self.second(x))))

    network = Network()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    network(torch.randn(64, 6)).mean().backward()
    optimizer.step()
"""


def test_dead_and_saturated(tmp_path: Path) -> None:
    seen = watched(tmp_path, UNITS)
    layers = {layer["name"]: layer["layer"] for layer in seen.of_kind("layer")}
    assert sampled(seen, layers["act"])["activation"]["dead"] == 0.25
    of_function = sampled(seen, layers["third"])["input"]
    assert (of_function["function"], of_function["dead"]) == ("relu", 0.5)
    gate = sampled(seen, layers["gate"])["activation"]
    assert gate["dead"] == 0.25
    assert gate["saturated"] == pytest.approx(0.25, abs=0.02)
    assert seen.of_kind("layer")[layers["gate"]]["activation"] == "sigmoid"


def test_channels_that_are_dead(tmp_path: Path) -> None:
    seen = watched(
        tmp_path,
        """
        import torch
        from torch import nn
        network = nn.Sequential(
            nn.Conv1d(2, 8, 3), nn.ReLU(), nn.Conv1d(8, 4, 3), nn.BatchNorm1d(4), nn.Hardtanh()
        )
        with torch.no_grad():
            network[0].bias[:6] = -100.0
        optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        network(torch.randn(5, 2, 30)).mean().backward()
        optimizer.step()
        """,
    )
    assert sampled(seen, 1)["activation"]["dead"] == 0.75


def test_layers_that_are_never_called_or_frozen_or_tied(tmp_path: Path) -> None:
    source = (PROGRAMS / "recurrent_sparse_and_tied.py").read_text()
    seen = watched(tmp_path, source + "unused = 1\n")
    layers = {layer["name"]: layer for layer in seen.of_kind("layer")}
    assert layers["frozen"]["trainable"] == 0
    assert layers["frozen"]["parameters"] == 156
    frozen = sampled(seen, layers["frozen"]["layer"])
    assert "weight" in frozen
    assert "grad" not in frozen
    tied = [sampled(seen, layers[name]["layer"])["grad"]["weight"] for name in ("words", "head")]
    assert tied[0] == tied[1]
    assert layers["memory"]["output_shape"] == [4, 8, 12]


def test_layers_inside_of_attention(tmp_path: Path) -> None:
    seen = watched(tmp_path, (PROGRAMS / "checkpointed_attention.py").read_text())
    layers = {layer["name"]: layer for layer in seen.of_kind("layer") if "name" in layer}
    inner = layers["layers.0.self_attn.out_proj"]
    assert "called" not in inner
    assert inner["parameters"] == 16 * 17
    assert "grad" in sampled(seen, inner["layer"])


def test_modes_are_told_apart(tmp_path: Path) -> None:
    seen = watched(
        tmp_path,
        """
        import torch
        network = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Dropout(0.5))
        optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        for _ in range(2):
            network.eval()
            with torch.no_grad():
                network(torch.ones(2, 3))
            network.train()
            network(torch.zeros(2, 3)).sum().backward()
            optimizer.step()
        """,
        probes="every-step",
    )
    events = seen.of_kind("layers")
    assert [event["mode"] for event in events] == ["eval", "train", "eval", "train"]
    assert [event["layers"][0]["input"]["mean"] for event in events] == [1.0, 0.0, 1.0, 0.0]
    assert ["grad" in event["layers"][0] for event in events] == [False, True, False, True]


def test_initial_weights_are_told_once(tmp_path: Path) -> None:
    seen = watched(
        tmp_path,
        """
        import torch
        first, second = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)
        optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
        first(torch.randn(2, 3)).sum().backward()
        optimizer.step()
        second(torch.randn(2, 3)).sum().backward()
        optimizer.step()
        """,
        probes="every-step",
    )
    assert ["initial" in layer for layer in seen.of_kind("layer")] == [True, False]
