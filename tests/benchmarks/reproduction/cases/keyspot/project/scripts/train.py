"""Train on beeps of different pitch, to see that everything is in place."""

import argparse
import math

import torch
from torch import nn

from keyspot import Frontend, KeywordNet


def beeps(count, samples=2048, rate=8000):
    labels = torch.randint(0, 6, (count,))
    time = torch.arange(samples) / rate
    pitch = 200.0 + 300.0 * labels.float()
    return torch.sin(2 * math.pi * pitch[:, None] * time), labels


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--dither", type=float, default=0.0)
    arguments = parser.parse_args()
    model = KeywordNet(Frontend(dither=arguments.dither))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for step in range(arguments.steps):
        waves, labels = beeps(16)
        loss = nn.functional.cross_entropy(model(waves), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
