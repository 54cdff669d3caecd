"""Symptoms of scripts that index their tensors themselves and print their metrics: really run."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.traces.history import read_history
from seismograd.traces.printed_metrics import printed_metrics
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms import find_symptoms
from tests.sandbox.probes.torch.watching import watched

LOOP = """
import torch
from torch import nn

x = torch.randn(480, 6)
y = (x[:, 0] > 0).long() + 2 * (x[:, 1] > 0).long()
{data}
train_x, train_y, val_x, val_y = x[:320], y[:320], x[320:], y[320:]
network = {network}
optimizer = {optimizer}
loss_function = nn.CrossEntropyLoss()
for epoch in range({epochs}):
    network.train()
    order = {order}
    for at in range(0, 320, 32):
        chosen = order[at : at + 32]
        optimizer.zero_grad()
        loss = loss_function(network(train_x[chosen]), train_y[chosen])
        loss.backward()
        {step}
    {mode}
    with torch.no_grad():
        scores = network(val_x)
        val_loss = loss_function(scores, val_y).item()
        accuracy = {accuracy}
    print(f"epoch {{epoch}} loss {{loss.item():.4f}} val loss {{val_loss:.4f}}", end=" ")
    print(f"acc {{accuracy:.3f}}")
"""
HEALTHY = {
    "data": "",
    "network": "nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 4))",
    "optimizer": "torch.optim.Adam(network.parameters(), lr=0.01)",
    "epochs": "8",
    "order": "torch.randperm(320)",
    "step": "optimizer.step()",
    "mode": "network.eval()",
    "accuracy": "(scores.argmax(1) == val_y).float().mean().item()",
}
SYMMETRIC = (
    "nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 4));"
    "network[0].weight.data.copy_(torch.linspace(-0.3, 0.3, 6).repeat(32, 1))"
)
ILL = {
    "unscaled-inputs": {"data": "x = 100 * x + 500"},
    "constant-inputs": {"data": "x = torch.ones_like(x)"},
    "constant-labels": {"data": "y = torch.zeros_like(y)"},
    "leakage": {"data": "x[320:400], y[320:400] = x[:80], y[:80]"},
    "evaluation-in-training-mode": {"mode": "pass"},
    "no-updates": {"step": "pass"},
    "no-better-than-guessing": {"optimizer": "torch.optim.SGD(network.parameters(), lr=1e-5)"},
    "sorted-data": {
        "data": "y = y % 2; by = y[:320].argsort(); x[:320], y[:320] = x[by], y[by]",
        "order": "torch.arange(320)",
    },
    "stuck-metric": {"accuracy": "(scores.max(1).values == val_y).float().mean().item()"},
    "symmetric-weights": {"network": SYMMETRIC},
    "unchanged-layers": {"optimizer": "torch.optim.Adam(network[3].parameters(), lr=0.01)"},
    "overfitting": {
        "data": "y[:320] = y[:320][torch.randperm(320)]",
        "network": "nn.Sequential(nn.Linear(6, 256), nn.ReLU(), nn.Linear(256, 4))",
        "epochs": "40",
        "optimizer": "torch.optim.Adam(network.parameters(), lr=0.02)",
    },
}
SERVED = {name for name in ILL if name not in ("no-better-than-guessing",)}
"""Symptoms that healthy programs must not have."""


def symptoms_of(folder: Path, source: str, printed: str) -> dict[str, Symptom]:
    history = read_history(folder / "trace.jsonl")
    history.printed = printed_metrics(printed)
    return {symptom.name: symptom for symptom in find_symptoms(history)}


def symptoms(folder: Path, source: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Symptom]:
    capsys.readouterr()
    watched(folder, source, budget=1.0)
    return symptoms_of(folder, source, capsys.readouterr().out)


@pytest.mark.parametrize("name", ILL)
def test_it_is_found(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert name in symptoms(tmp_path, LOOP.format(**{**HEALTHY, **ILL[name]}), capsys)


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"order": "torch.randint(0, 320, (320,))"},
        {"optimizer": "torch.optim.SGD(network.parameters(), lr=0.1, momentum=0.9)"},
    ],
    ids=["shuffled", "drawn", "momentum"],
)
def test_a_healthy_loop_has_none(
    change: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not SERVED & symptoms(tmp_path, LOOP.format(**{**HEALTHY, **change}), capsys).keys()


LOOK_ALIKES = {
    "one class of anomaly detection": """
        import torch
        from torch import nn
        x = torch.randn(320, 8)
        network = nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 8))
        optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
        for epoch in range(6):
            for at in range(0, 320, 32):
                loss = nn.functional.mse_loss(network(x[at:at + 32]), x[at:at + 32])
                optimizer.zero_grad(); loss.backward(); optimizer.step()
            print(f"epoch {epoch} loss {loss.item():.4f}")
        """,
    "adversarial": """
        import torch
        from torch import nn
        real = torch.randn(320, 5) + 2
        generator = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 5))
        critic = nn.Sequential(nn.Linear(5, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
        of_generator = torch.optim.Adam(generator.parameters(), lr=1e-3)
        of_critic = torch.optim.Adam(critic.parameters(), lr=1e-3)
        bce = nn.BCEWithLogitsLoss()
        ones, zeros = torch.ones(32, 1), torch.zeros(32, 1)
        for _ in range(4):
            for at in range(0, 320, 32):
                with torch.no_grad():
                    fake = generator(torch.randn(32, 3))
                of_critic.zero_grad()
                (bce(critic(real[at:at + 32]), ones) + bce(critic(fake), zeros)).backward()
                of_critic.step()
                of_generator.zero_grad()
                bce(critic(generator(torch.randn(32, 3))), ones).backward()
                of_generator.step()
        """,
    "full batch": """
        import torch
        from torch import nn
        x = torch.linspace(-1, 1, 64).unsqueeze(1)
        y = x ** 2
        network = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
        optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
        for _ in range(300):
            loss = nn.functional.mse_loss(network(x), y)
            optimizer.zero_grad(); loss.backward(); optimizer.step()
        """,
    "policy gradient": """
        import torch
        from torch import nn
        policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
        optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
        for _ in range(60):
            logs, rewards = [], []
            state = torch.randn(4)
            for _ in range(10):
                choice = torch.distributions.Categorical(logits=policy(state))
                action = choice.sample()
                logs.append(choice.log_prob(action))
                rewards.append(float((action == (state[0] > 0)).item()))
                state = torch.randn(4)
            gain = torch.tensor(rewards) - sum(rewards) / 10
            loss = -(torch.stack(logs) * gain).mean()
            optimizer.zero_grad(); loss.backward(); optimizer.step()
        """,
    "features of a frozen body": """
        import torch
        from torch import nn
        x = torch.randn(320, 6)
        y = (x[:, 0] > 0).long()
        body, head = nn.Sequential(nn.Linear(6, 32), nn.ReLU()), nn.Linear(32, 2)
        class Both(nn.Module):
            def __init__(self):
                super().__init__()
                self.body, self.head = body, head
            def forward(self, x):
                with torch.no_grad():
                    x = self.body(x)
                return self.head(x)
        network = Both()
        optimizer = torch.optim.Adam(head.parameters(), lr=0.01)
        for _ in range(6):
            for chosen in torch.randperm(320).split(32):
                loss = nn.functional.cross_entropy(network(x[chosen]), y[chosen])
                optimizer.zero_grad(); loss.backward(); optimizer.step()
        """,
    "a network for targets": """
        import torch
        from torch import nn
        def main(copied):
            actor, critic = (nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
                             for _ in range(2))
            optimizer = torch.optim.Adam(actor.parameters(), lr=0.01)
            states, rewards = torch.randn(500, 4), torch.randn(500)
            for step in range(60):
                chosen = torch.randint(0, 500, (32,))
                with torch.no_grad():
                    target = rewards[chosen] + 0.9 * critic(states[chosen - 1]).max(1).values
                loss = nn.functional.mse_loss(actor(states[chosen])[:, 0], target)
                optimizer.zero_grad(); loss.backward(); optimizer.step()
                if step == copied:
                    critic.load_state_dict(actor.state_dict())
            return actor, critic
        main(None)
        kept = main(58)
        """,
    "a body whose features are used": """
        import torch
        from torch import nn
        def main():
            x = torch.randn(320, 6)
            y = (x[:, 0] > 0).long()
            body, head = nn.Sequential(nn.Linear(6, 32), nn.ReLU()), nn.Linear(32, 2)
            optimizer = torch.optim.Adam(head.parameters(), lr=0.01)
            for _ in range(6):
                for chosen in torch.randperm(320).split(32):
                    loss = nn.functional.cross_entropy(head(body(x[chosen]).detach()), y[chosen])
                    optimizer.zero_grad(); loss.backward(); optimizer.step()
        main()
        """,
    "users and items": """
        import torch
        from torch import nn
        from torch.utils.data import DataLoader, Subset, TensorDataset
        users, items = torch.randint(0, 20, (480,)), torch.randint(0, 30, (480,))
        scores = torch.randn(480)
        class Ratings(nn.Module):
            def __init__(self):
                super().__init__()
                self.users, self.items = nn.Embedding(20, 4), nn.Embedding(30, 4)
            def forward(self, users, items):
                return (self.users(users) * self.items(items)).sum(1)
        network = Ratings()
        optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
        rows = TensorDataset(users, items, scores)
        training = DataLoader(Subset(rows, range(320)), batch_size=32, shuffle=True)
        for _ in range(6):
            for user, item, score in training:
                loss = nn.functional.mse_loss(network(user, item), score)
                optimizer.zero_grad(); loss.backward(); optimizer.step()
            with torch.no_grad():
                for user, item, _ in DataLoader(Subset(rows, range(320, 480)), batch_size=160):
                    network(user, item)
        """,
    "one example after the other": """
        import torch
        from torch import nn
        x = torch.randn(200, 4)
        y = (x.sum(1) > 0).float()
        network = nn.Linear(4, 1)
        optimizer = torch.optim.SGD(network.parameters(), lr=0.05)
        for features, label in zip(x, y):
            loss = nn.functional.binary_cross_entropy_with_logits(network(features)[0], label)
            optimizer.zero_grad(); loss.backward(); optimizer.step()
        """,
    "gradients of the input": """
        import torch
        from torch import nn
        network = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        for _ in range(20):
            x = torch.randn(8, 4, requires_grad=True)
            network(x).sum().backward()
            attacked = x + 0.1 * x.grad.sign()
        """,
    "accumulated gradients": """
        import torch
        from torch import nn
        x = torch.randn(320, 4)
        y = (x.sum(1, keepdim=True) > 0).float()
        network = nn.Linear(4, 1)
        optimizer = torch.optim.SGD(network.parameters(), lr=0.5)
        for _ in range(6):
            for at in range(0, 320, 16):
                loss = nn.functional.binary_cross_entropy_with_logits(
                    network(x[at:at + 16]), y[at:at + 16])
                (loss / 10).backward()
                if at % 160 == 144:
                    optimizer.step(); optimizer.zero_grad()
        """,
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_what_looks_alike_has_none(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = symptoms(tmp_path, LOOK_ALIKES[name], capsys)
    assert not (SERVED | {"repeated-data"}) & found.keys(), found


def test_a_layer_that_no_optimiser_has_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = ILL["unchanged-layers"]
    found = symptoms(tmp_path, LOOP.format(**{**HEALTHY, **change}), capsys)["unchanged-layers"]
    assert found.layer_name == "0 (Linear)"
    assert "no optimiser is given them" in found.message


@pytest.mark.parametrize("cut", [".detach()", ""])
def test_a_layer_is_named_though_its_network_is_gone(
    cut: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = LOOK_ALIKES["a body whose features are used"].replace(".detach()", cut)
    if cut:
        source = source.replace("Adam(head", "Adam([*body.parameters(), *head").replace(
            "parameters(), lr", "parameters()], lr"
        )
    found = symptoms(tmp_path, source, capsys)["unchanged-layers"]
    assert ("no gradient" if cut else "no optimiser") in found.message


@pytest.mark.parametrize("shuffle", [True, False])
def test_the_first_batch_of_a_loader_again_and_again(
    *, shuffle: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = f"""
        import torch
        from torch import nn
        from torch.utils.data import DataLoader, TensorDataset
        x = torch.randn(320, 4)
        y = (x.sum(1, keepdim=True) > 0).float()
        loader = DataLoader(TensorDataset(x, y), batch_size=16, shuffle={shuffle})
        network = nn.Linear(4, 1)
        optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        for _ in range(40):
            inputs, labels = next(iter(loader))
            loss = nn.functional.binary_cross_entropy_with_logits(network(inputs), labels)
            optimizer.zero_grad(); loss.backward(); optimizer.step()
        """
    assert ("repeated-data" in symptoms(tmp_path, source, capsys)) is not shuffle
