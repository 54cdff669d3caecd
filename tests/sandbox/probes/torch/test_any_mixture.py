"""Loops put together at random from what loops are made of: a probe changes no bit of any."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sandbox.probes.torch.watching import fingerprint, plain, watched

NETWORKS = {
    "dense": """nn.Sequential(
        nn.Linear(64, 24), nn.{norm}, {act}, nn.Dropout({drop}), nn.Linear(24, 4))""",
    "convolution": """nn.Sequential(
        nn.Unflatten(1, (1, 8, 8)), nn.Conv2d(1, 6, 3), nn.{norm2d}, {act}, nn.Dropout2d({drop}),
        nn.Flatten(), nn.Linear(216, 4))""",
    "attention": """nn.Sequential(
        nn.Unflatten(1, (4, 16)),
        nn.TransformerEncoderLayer(16, 2, 32, dropout={drop}, batch_first=True),
        nn.Flatten(), nn.Linear(64, 4))""",
    "recurrent": "Recurrent({drop})",
}
OPTIMISERS = (
    "SGD(parameters, lr=0.1, momentum=0.9, nesterov=True)",
    "Adam(parameters, lr=1e-2, amsgrad=True)",
    "AdamW(parameters, lr=1e-2, foreach=True)",
    "Adam(parameters, lr=1e-2, fused=True)",
    "RMSprop(parameters, lr=1e-3, centered=True)",
    "LBFGS(parameters, lr=0.1, max_iter=3)",
)
CLIPS = (
    "pass",
    "nn.utils.clip_grad_norm_(network.parameters(), 0.1)",
    "nn.utils.clip_grad_norm_(network.parameters(), 0.1, norm_type=1)",
    "nn.utils.clip_grad_value_(network.parameters(), 0.01)",
)
LOSSES = (
    "F.cross_entropy(scores, y)",
    "nn.CrossEntropyLoss(label_smoothing=0.1)(scores, y)",
    "F.nll_loss(F.log_softmax(scores, 1), y)",
    "-(scores.log_softmax(1).gather(1, y[:, None])).mean()",
)
COMPILED = ("network", *(f"torch.compile(network, backend='{b}')" for b in ("eager", "aot_eager")))
PROGRAM = """
    import torch
    import torch.nn.functional as F
    from torch import nn
    from torch.utils.data import DataLoader, TensorDataset

    class Recurrent(nn.Module):
        def __init__(self, drop):
            super().__init__()
            self.cells = nn.LSTM(16, 12, num_layers=2, dropout=drop, batch_first=True)
            self.head = nn.Linear(12, 4)

        def forward(self, x):
            return self.head(self.cells(x.unflatten(1, (4, 16)))[0][:, -1])

    network = {network}
    called = {compiled}
    parameters = list(network.parameters())
    optimizer = torch.optim.{optimiser}
    data = TensorDataset(torch.randn(60, 64), torch.randint(0, 4, (60,)))
    losses = []

    def computed(x, y):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled={autocast}):
            scores = called(x)
            return {loss} / {accumulate}

    for epoch in range(2):
        network.train()
        for at, (x, y) in enumerate(DataLoader(data, batch_size=10, shuffle=True)):
            def closure():
                optimizer.zero_grad(set_to_none={to_none})
                loss = computed(x, y)
                loss.backward()
                {clip}
                return loss
            if isinstance(optimizer, torch.optim.LBFGS):
                losses.append(optimizer.step(closure).item())
                continue
            loss = computed(x, y)
            loss.backward()
            losses.append(loss.item())
            if (at + 1) % {accumulate} == 0:
                {clip}
                optimizer.step()
                optimizer.zero_grad(set_to_none={to_none})
        network.eval()
        with torch.no_grad():
            losses.append(computed(*data[:]).item())
    result = [losses, network.state_dict(), [p.grad for p in parameters], optimizer.state_dict()]
    torch._dynamo.reset()
"""


@dataclass(frozen=True)
class Mixture:
    network: str
    drop: float
    activation: str
    norms: tuple[str, str]
    optimiser: str
    clip: str
    loss: str
    compiled: str
    accumulate: int
    autocast: bool
    to_none: bool

    @property
    def source(self) -> str:
        norm, norm2d = self.norms
        network = NETWORKS[self.network].format(
            norm=norm, norm2d=norm2d, act=f"nn.{self.activation}", drop=self.drop
        )
        return dedent(PROGRAM).format(
            network=network,
            compiled=self.compiled,
            optimiser=self.optimiser,
            clip=self.clip,
            loss=self.loss,
            accumulate=self.accumulate,
            autocast=self.autocast,
            to_none=self.to_none,
        )


MIXTURES = st.builds(
    Mixture,
    network=st.sampled_from(sorted(NETWORKS)),
    drop=st.sampled_from([0.0, 0.3]),
    activation=st.sampled_from(["ReLU(inplace=True)", "Sigmoid()", "GELU()"]),
    norms=st.sampled_from(
        [("BatchNorm1d(24)", "BatchNorm2d(6)"), ("LayerNorm(24)", "GroupNorm(2, 6)")]
    ),
    optimiser=st.sampled_from(OPTIMISERS),
    clip=st.sampled_from(CLIPS),
    loss=st.sampled_from(LOSSES),
    compiled=st.sampled_from(COMPILED),
    accumulate=st.sampled_from([1, 3]),
    autocast=st.booleans(),
    to_none=st.booleans(),
)


@cache
def lstm_runs_in_bfloat16() -> bool:
    """Some CPUs have no primitive for it; torch is asked, since no list of CPUs is complete."""
    cells = torch.nn.LSTM(2, 2, batch_first=True)
    try:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            cells(torch.ones(1, 1, 2))[0].sum().backward()
    except RuntimeError as error:
        if "primitive" not in str(error):
            raise
        return False
    return True


def on_this_cpu(mixture: Mixture) -> Mixture:
    runs = mixture.network != "recurrent" or lstm_runs_in_bfloat16()
    return mixture if runs else replace(mixture, autocast=False)


@pytest.mark.slow
@pytest.mark.parametrize("probes", ["auto", "every-step"])
@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(mixture=MIXTURES.map(on_this_cpu))
def test_a_probe_changes_no_bit(probes: str, mixture: Mixture) -> None:
    with tempfile.TemporaryDirectory() as folder:
        expected = fingerprint(plain(Path(folder), mixture.source))
        seen = watched(Path(folder), mixture.source, probes=probes)
        assert fingerprint(seen.names) == expected
        assert len(seen.losses) > 0
