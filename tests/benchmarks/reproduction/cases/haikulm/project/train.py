import argparse

import torch

from haiku.model import HaikuModel
from haiku.scoring import next_letter_loss, perplexities
from haiku.text import POEMS, collate


def train(poems=POEMS, steps=100, lr=5e-3, seed=0):
    torch.manual_seed(seed)
    model = HaikuModel()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    tokens = collate(poems)
    for _ in range(steps):
        optimizer.zero_grad()
        next_letter_loss(model, tokens).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return model


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=100)
    args = parser.parse_args()
    for poem, value in zip(POEMS, perplexities(train(steps=args.steps), POEMS)):
        print(f"{value:8.2f}  {poem}")
