"""python run.py [config.yaml]"""

import sys
from pathlib import Path

import torch
import yaml
from torch.utils.data import DataLoader, TensorDataset

from orchidtl import OrchidClassifier
from orchidtl.loop import fit


def orchids(count=64, species=6, size=24, seed=0):
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, species, (count,), generator=generator)
    tint = torch.linspace(0, 2, species)[labels].view(-1, 1, 1, 1)
    return TensorDataset(torch.rand(count, 3, size, size, generator=generator) + tint, labels)


def main(path="config.yaml"):
    settings = yaml.safe_load(Path(path).read_text())
    torch.manual_seed(0)
    module = OrchidClassifier(
        settings["species"], freeze_backbone=settings["freeze_backbone"], lr=settings["lr"]
    )
    data = orchids(species=settings["species"])
    loader = DataLoader(data, settings["batch_size"], shuffle=True)
    losses = fit(module, loader, settings["epochs"])
    print(f"{losses[0]:.3f} -> {losses[-1]:.3f}")
    return module


if __name__ == "__main__":
    main(*sys.argv[1:])
