import sys
from pathlib import Path

import torch
import yaml
from torch.utils.data import DataLoader

from playlister.model import Factors, bpr_loss
from playlister.plays import NegativeSampler, PlayPairs, make_plays
from playlister.seeding import seed_everything


def run(config: dict) -> list[float]:
    """Trains and returns the mean loss of each epoch."""
    seed_everything(config["seed"])
    plays = make_plays(config["listeners"], config["tracks"])
    sampler = NegativeSampler(plays, config["tracks"])
    pairs = PlayPairs(plays, sampler, config["negatives"])
    loader = DataLoader(pairs, config["batch_size"], shuffle=True)
    model = Factors(config["listeners"], config["tracks"], config["width"])
    optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])
    losses = []
    for epoch in range(config["epochs"]):
        total = 0.0
        for listener, track, others in loader:
            positive = model(listener, track.unsqueeze(1))
            loss = bpr_loss(positive, model(listener, others))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        losses.append(total / len(loader))
        print(f"epoch {epoch}: loss {losses[-1]:.5f}")
    return losses


if __name__ == "__main__":
    path = sys.argv[1] if len(sys.argv) > 1 else "config.yaml"
    run(yaml.safe_load(Path(path).read_text()))
