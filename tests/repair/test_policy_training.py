"""Policies are learned by the likelihood of their own actions; densities by that of data."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.program import read_program
from seismograd.repair.policy_training import learns_policy
from seismograd.source.document import Document
from seismograd.source.workspace import Workspace

START = """
import torch
from torch import nn
from torch.distributions import Categorical, Normal

net = nn.Linear(4, 2)
optimizer = torch.optim.Adam(net.parameters())
"""
ACTOR = """
for _ in range(10):
    states = torch.randn(8, 4)
    policy = Categorical(logits=net(states))
    actions = policy.sample()
    rewards = (actions == 1).float()
    loss = -(policy.log_prob(actions) * rewards).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
EPISODES = """
def run_episode(state):
    log_probs, rewards = [], []
    for _ in range(5):
        dist = Categorical(logits=net(state))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        rewards.append(float(action))
    return torch.stack(log_probs), torch.tensor(rewards)


for _ in range(10):
    log_probs, rewards = run_episode(torch.randn(4))
    loss = -(log_probs * rewards).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
DENSITY = """
data = torch.randn(64, 4)
for _ in range(10):
    mean, scale = net(data).chunk(2, dim=1)
    density = Normal(mean, scale.exp())
    loss = -density.log_prob(data[:, :1]).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
drawn = density.sample()
"""


@pytest.mark.parametrize(
    ("training", "expected"),
    [(ACTOR, True), (EPISODES, True), (DENSITY, False)],
    ids=["actor", "episodes", "density"],
)
def test_policies_are_told_from_densities(training: str, expected: bool, tmp_path: Path) -> None:
    document = Document(str(tmp_path / "train.py"), START + training)
    workspace = Workspace([tmp_path])
    workspace.open(document)
    assert learns_policy(read_program(workspace, document)) is expected
