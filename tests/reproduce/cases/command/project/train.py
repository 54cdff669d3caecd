import argparse

import torch
from torch import nn


def train(width, warmup):
    model = nn.Linear(4, width)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: step / warmup)
    for _ in range(3):
        model(torch.randn(8, 4)).mean().backward()
        optimizer.step()
        schedule.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--warmup", type=int, default=2)
    options = parser.parse_args()
    train(options.width, options.warmup)
