"""python -m warmcos.plot 10 100: the schedule as bars in the terminal."""

import sys

import torch

from warmcos.schedule import WarmupCosine


def rates(warmup, total, lr=1.0, lowest=0.0):
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=lr)
    scheduler = WarmupCosine(optimizer, warmup, total, lowest)
    values = []
    for _ in range(total):
        values.append(scheduler.get_last_lr()[0])
        optimizer.step()
        scheduler.step()
    return values


if __name__ == "__main__":
    for step, rate in enumerate(rates(*map(int, sys.argv[1:3]))):
        print(f"{step:5} {rate:8.4f} {'#' * round(50 * rate)}")
