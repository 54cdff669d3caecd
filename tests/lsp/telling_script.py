"""A script that writes its own trace, as of a training that does not learn.

No framework is needed. The training that a reader of its source sees is never called.
"""

from __future__ import annotations

import json
from pathlib import Path

TELLS = """import glob, json, os, time

TRACE = max(glob.glob(ROOT + "/.seismograd/runs/*/trace.jsonl"), key=os.path.getmtime)


def tell(kind, **values):
    with open(TRACE, "a") as out:
        out.write(json.dumps({"v": 1, "t": 1.0, "kind": kind, **values}) + "\\n")


LAYER = {"file": "net.py", "line": 5}
numbers = {"n": 4, "norm": 2.0, "mean": 0.25, "std": 0.5, "dead": 0.9}
tell("layer", layer=0, name="fc`<b>", type="Linear", built=LAYER, parameters=4, trainable=4)
tell("layers", step=0, layers=[{"layer": 0, "grad": {"weight": numbers}, "activation": numbers}])
tell("optimiser", optimiser=0, type="Adam", built={"file": "train.py", "line": LINE})
tell("losses", first=0, values=[1.0 + 0.01 * (step % 3) for step in range(300)])
for step in range(0, 300, 10):
    tell("step", step=step, optimiser=0, lr=1e-9, update_ratio=1e-9, grad_norm=0.125)
print("told", flush=True)
while os.path.exists(ROOT + "/wait"):
    time.sleep(0.05)
tell("end", outcome="finished", steps=300)


def train(loader):
    import torch
    from net import make_net

    model = make_net()
    loss_fn = torch.nn.CrossEntropyLoss()
    rate = 1e-9
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), labels)
        loss.backward()
        optimizer.step()
"""
NET = """def make_net():
    from torch import nn

    return nn.Sequential(
        nn.Linear(4, 2),
    )
"""
OPTIMISER = 1 + next(n for n, line in enumerate(TELLS.splitlines()) if "Adam(" in line)
LOOP, RATE = OPTIMISER + 1, OPTIMISER - 1
"""Lines of the script, counted from 0; another one stands before them."""


def telling_script(root: Path) -> str:
    """Its text, for a project in this folder."""
    return f"ROOT, LINE = {json.dumps(str(root))}, {OPTIMISER + 1}\n{TELLS}"
