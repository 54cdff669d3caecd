"""Copies of a network that are asked while it is trained, and whether they follow it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import watched

SOURCE = """
import copy, torch
from torch import nn
torch.manual_seed(0)
def build():
    return nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
def train():
    network = build()
    target = {target}
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-2)
    for step in range(60):
        states, following = torch.randn(32, 6), torch.randn(32, 6)
        {asked}
        loss = nn.functional.mse_loss(network(states).max(1).values, wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        {after}
train()
"""
COPY = "copy.deepcopy(network)"
WITHOUT_GRAPH = """with torch.no_grad():
            wanted = 1 + 0.9 * target({given}).max(1).values"""
NEXT = WITHOUT_GRAPH.format(given="following")
DETACHED = "wanted = 1 + 0.9 * target(following).max(1).values.detach()"
DOUBLE = """with torch.no_grad():
            best = network(following).argmax(1, keepdim=True)
            wanted = 1 + 0.9 * target(following).gather(1, best).squeeze(1)"""
LOADED = """build()
    target.load_state_dict(network.state_dict())"""
STALE = {
    "a deep copy": (COPY, NEXT, "pass"),
    "loaded before the first step": (LOADED, NEXT, "pass"),
    "with a graph that is cut": (COPY, DETACHED, "pass"),
    "the trained network chooses": (COPY, DOUBLE, "pass"),
}
IN_PLACE = """for mine, weight in zip(target.parameters(), network.parameters()):
            {how}"""
HEALTHY = {
    "loaded now and then": (
        COPY, NEXT, "step == 45 and target.load_state_dict(network.state_dict())",
    ),
    "copied in place": (
        COPY, NEXT, IN_PLACE.format(how="mine.data.copy_(weight.data)"),
    ),
    "averaged": (COPY, NEXT, IN_PLACE.format(how="mine.data.lerp_(weight.data, 1e-3)")),
    "weights of its own": (
        COPY, NEXT, "if step == 40: target[0].weight = nn.Parameter(network[0].weight.detach())",
    ),
    "copied anew": (COPY, NEXT, "if step == 58: target = copy.deepcopy(network)"),
    "another network": ("build()", NEXT, "pass"),
    "another class": ("nn.Linear(6, 2)", NEXT, "pass"),
    "single examples": (COPY, """wanted = torch.ones(32)
        with torch.no_grad(): target(following[0])""", "pass"),
    "only at the end of a run": (COPY, """wanted = torch.ones(32)
        if step == 59: target(following)""", "pass"),
}  # fmt: skip


def source(target: str, asked: str, after: str) -> str:
    return SOURCE.format(target=target, asked=asked, after=after)


@pytest.mark.parametrize("way", STALE)
def test_a_copy_that_stays_is_told(way: str, tmp_path: Path) -> None:
    seen = watched(tmp_path, source(*STALE[way]))
    told = seen.only("network_copy")
    assert told["steps"] == 60
    assert told["beside"] == told["looks"] >= 10
    assert told["same_input"] == 0
    assert told["last"] >= 50
    assert told["place"] == seen.place("0.9 * target(following)")
    assert {told["network"], told["trained"]} == {0, 1}


@pytest.mark.parametrize("way", HEALTHY)
def test_copies_that_follow_and_other_networks_are_not(way: str, tmp_path: Path) -> None:
    assert not watched(tmp_path, source(*HEALTHY[way])).of_kind("network_copy")


def test_a_reference_is_given_what_the_trained_network_is_given(tmp_path: Path) -> None:
    plain = source(COPY, WITHOUT_GRAPH.format(given="states"), "pass")
    assert not watched(tmp_path, plain).of_kind("network_copy")


def test_references_of_some_steps_are_counted(tmp_path: Path) -> None:
    mixed = WITHOUT_GRAPH.format(given="states if step % 2 else following")
    told = watched(tmp_path, source(COPY, mixed, "pass")).only("network_copy")
    assert told["same_input"] > 0 < told["beside"]
