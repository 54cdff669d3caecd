"""python scripts/fit.py [size]"""

import sys
from pathlib import Path

import torch
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from cloudunet import CloudUNet, normalise, synthetic_scene


def fit(size=64, steps=30):
    model = CloudUNet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(steps):
        scene, mask = synthetic_scene(size, seed=step)
        loss = F.binary_cross_entropy_with_logits(model(normalise(scene)[None])[0], mask)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model, loss.item()


if __name__ == "__main__":
    print(fit(int(sys.argv[1]) if len(sys.argv) > 1 else 64)[1])
