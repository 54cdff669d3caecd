"""Small projects whose settings come from a file; one of them never arrives."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

_FIT = """\
import torch
from torch import nn
from settings import load
def main():
    settings = load()
    torch.manual_seed(0)
    net = nn.Linear(3, settings["width"])
    optimizer = torch.optim.SGD(net.parameters(), lr=settings["rate"])
    x = torch.randn(8, 3)
    for _ in range(settings["epochs"]):
        loss = net(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.6f}")
if __name__ == "__main__":
    main()
"""
_SETTINGS = """\
import argparse
import yaml
DEFAULTS = {"rate": 0.01, "width": 4, "epochs": 2}
def load():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config")
    parser.add_argument("--rate", type=float)
    parser.add_argument("--epochs", type=int)
    given = vars(parser.parse_args())
    with open(given.pop("config")) as file:
        content = yaml.safe_load(file)
    given = {name: value for name, value in given.items() if value is not None}
    return {**DEFAULTS, **content, **given}
"""
_NESTED = """\
import argparse, json
DEFAULTS = {"rate": 0.01, "width": 4, "epochs": 2}
def load():
    parser = argparse.ArgumentParser()
    parser.add_argument("--settings-file")
    path = parser.parse_args().settings_file
    with open(path) as file:
        content = json.load(file)
    settings = {**content["net"], **content["training"]}
    settings.update(DEFAULTS)
    return settings
"""
_YAML = "rate: 0.2\nwidth: 5\nepochs: 3\n"
_REPORT = """\
# `rate` from the YAML file is ignored

`python fit.py --config plain.yaml`: 0.2, 0.5 or 5, always the same losses. `width` works.
"""
DEFAULT_OF_THE_FLAG = Project(
    "default-of-the-flag",
    {
        "fit.py": _FIT,
        "settings.py": _SETTINGS.replace(
            '"--rate", type=float', '"--rate", type=float, default=0.01'
        ),
        "plain.yaml": _YAML,
    },
    _REPORT,
    ((", default=0.01", ""),),
)
ORDER = Project(
    "order",
    {
        "fit.py": _FIT,
        "settings.py": _SETTINGS.replace("{**DEFAULTS, **content,", "{**content, **DEFAULTS,"),
        "plain.yaml": _YAML,
    },
    "# Settings file has no effect\n\nWhatever I write for `rate` in the config file, it makes no "
    "difference to the losses.\n",
    (("{**content, **DEFAULTS,", "{**DEFAULTS, **content,"),),
)
UPDATED = Project(
    "updated",
    {
        "fit.py": _FIT,
        "settings.py": _NESTED,
        "runs/big.json": '{"net": {"width": 6}, "training": {"rate": 0.3, "epochs": 4}}',
    },
    "# rate in the JSON file is not used\n\nI changed `rate` from 0.3 to 3.0 in runs/big.json and "
    "got the same result.\n",
    (
        ("settings = {**content", "settings = {**DEFAULTS, **content"),
        ("    settings.update(DEFAULTS)\n", ""),
    ),
)
ALL = (DEFAULT_OF_THE_FLAG, ORDER, UPDATED)
