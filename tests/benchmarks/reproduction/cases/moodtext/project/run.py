"""python run.py experiments/base.json"""

import random
import sys

import torch
from torch.nn import functional as F

from moodtext.model import build_model, encode
from moodtext.optim import build_optimizer
from moodtext.settings import load_settings

WORDS = [
    "great lovely sunny thanks win happy yay".split(),
    "awful rain late broken lost angry ugh".split(),
    "bus street tuesday table report paper noon".split(),
]


def posts(count=120, seed=0):
    rng = random.Random(seed)
    texts, moods = [], []
    for _ in range(count):
        mood = rng.randrange(3)
        words = rng.choices(WORDS[mood], k=4) + rng.choices(WORDS[2], k=2)
        rng.shuffle(words)
        texts.append(" ".join(words))
        moods.append(mood)
    return texts, torch.tensor(moods)


def train(settings):
    torch.manual_seed(settings["seed"])
    texts, moods = posts(seed=settings["seed"])
    tokens = encode(texts, settings["model"]["buckets"])
    model = build_model(settings)
    optimizer = build_optimizer(model, settings)
    for epoch in range(settings["epochs"]):
        model.train()
        for batch in torch.randperm(len(tokens)).split(settings["batch_size"]):
            loss = F.cross_entropy(model(tokens[batch]), moods[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: {loss.item():.3f}")
    return model, optimizer


if __name__ == "__main__":
    train(load_settings(sys.argv[1] if len(sys.argv) > 1 else None))
