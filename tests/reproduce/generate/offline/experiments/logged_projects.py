"""Small projects whose logs tell what is wrong, and others whose logs are as they should be."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

_TRAINING = """\
import argparse

import torch

from parts import {part}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--{option}", type={kind}, default={default})
    value = parser.parse_args().{option}
    torch.manual_seed(0)
    model = torch.nn.Linear(4, 1)
    inputs = torch.randn(32, 4)
    targets = inputs.sum(dim=1, keepdim=True)
    {part}(model, inputs, targets, value)


if __name__ == "__main__":
    main()
"""
STILL = Project(
    "still",
    {
        "fit.py": _TRAINING.format(part="fit", option="every", kind="int", default=1),
        "parts.py": """\
import torch


def fit(model, inputs, targets, every):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(4):
        total = 0.0
        for number, (x, y) in enumerate(zip(inputs.split(8), targets.split(8)), start=1):
            loss = (model(x) - y).pow(2).mean()
            loss.backward()
            total += loss.item() / 4
            if number % every == 0:
                optimizer.step()
                optimizer.zero_grad()
        optimizer.zero_grad()
        print(f"epoch {epoch + 1}/4 | loss: {total:.5f}")
""",
    },
    """# Nothing is learnt with --every 8

```
$ python fit.py --every 8
epoch 1/4 | loss: 4.51211
epoch 2/4 | loss: 4.51211
epoch 3/4 | loss: 4.51211
$ python fit.py --every 2
epoch 1/4 | loss: 4.41211
epoch 2/4 | loss: 3.11211
epoch 3/4 | loss: 2.41211
```
""",
    (("if number % every == 0:", "if number % every == 0 or number == 4:"),),
)
BROKEN = Project(
    "broken",
    {
        "run.py": _TRAINING.format(part="regress", option="blank", kind="int", default=0),
        "parts.py": """\
import torch


def regress(model, inputs, targets, blank):
    inputs = inputs.clone()
    inputs[:blank] = 0.0
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(4):
        scaled = inputs / inputs.norm(dim=1, keepdim=True)
        loss = (model(scaled) - targets).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print("epoch", epoch, "train loss", loss.item())
""",
    },
    """# loss becomes nan when some rows are blank

`python run.py --blank 3` gives

```
epoch 0 train loss nan
epoch 1 train loss nan
epoch 2 train loss nan
```

while `python run.py` prints

```
epoch 0 train loss 1.9
epoch 1 train loss 1.8
epoch 2 train loss 1.7
```
""",
    (("keepdim=True)\n        loss", "keepdim=True).clamp(min=1e-6)\n        loss"),),
)
NEGATIVE = Project(
    "negative",
    {
        "encode.py": _TRAINING.format(part="encode", option="rounds", kind="int", default=3),
        "parts.py": """\
import torch


def divergence(mean, log_variance):
    return 0.5 * (1 + log_variance - mean**2 - log_variance.exp()).mean()


def encode(model, inputs, targets, rounds):
    for number in range(rounds):
        print(f"round {number} kl={divergence(model(inputs), 0.1 * targets).item():.4f}")
""",
    },
    """# The KL is negative

    $ python encode.py
    round 0 kl=-0.1872
    round 1 kl=-0.1872
    round 2 kl=-0.1872

It must be above zero by definition.
""",
    (("return 0.5 *", "return -0.5 *"),),
)
LOGGED = (STILL, BROKEN, NEGATIVE)
AT_REST = Project(
    "at_rest",
    {
        "fit.py": _TRAINING.format(part="fit", option="lr", kind="float", default=0.05),
        "parts.py": STILL.files["parts.py"]
        .replace("lr=0.05", "lr=rate")
        .replace("targets, every", "targets, rate")
        .replace("number % every == 0", "True"),
    },
    STILL.report.replace("--every 8", "--lr 0").replace("--every 2", "--lr 0.05"),
    (),
)
RUNAWAY = Project(
    "runaway",
    {
        "fit.py": AT_REST.files["fit.py"],
        "parts.py": AT_REST.files["parts.py"].replace("range(4)", "range(60)"),
    },
    BROKEN.report.replace("--blank 3", "--lr 1000").replace("run.py", "fit.py"),
    (),
)
DENSITY = Project(
    "density",
    {
        "encode.py": NEGATIVE.files["encode.py"],
        "parts.py": NEGATIVE.files["parts.py"].replace("kl=", "nll="),
    },
    NEGATIVE.report.replace("KL", "nll").replace("kl=", "nll="),
    (),
)
AS_IT_SHOULD_BE = (AT_REST, RUNAWAY, DENSITY)
