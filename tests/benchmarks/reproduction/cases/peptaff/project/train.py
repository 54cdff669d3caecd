"""Train on made-up peptides: what binds has many large residues."""

import random
import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parent / "src"))

from peptaff import AffinityModel, ModelConfig, pad
from peptaff.config import TrainConfig
from peptaff.residues import ALPHABET


def make_peptides(count, rng):
    peptides = ["".join(rng.choices(ALPHABET, k=rng.randint(8, 20))) for _ in range(count)]
    affinity = [sum(letter in "FWYLIM" for letter in p) / len(p) for p in peptides]
    return peptides, torch.tensor(affinity)


def train(config: TrainConfig):
    torch.manual_seed(config.seed)
    peptides, affinity = make_peptides(128, random.Random(config.seed))
    model = AffinityModel(ModelConfig())
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.lr)
    for epoch in range(config.epochs):
        model.train()
        total = 0.0
        for start in range(0, len(peptides), config.batch_size):
            batch = slice(start, start + config.batch_size)
            loss = torch.nn.functional.mse_loss(model(pad(peptides[batch])), affinity[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: {total:.4f}")
    return model


if __name__ == "__main__":
    train(TrainConfig())
