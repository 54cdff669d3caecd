from dataclasses import dataclass

import torch
import torch.nn.functional as F

from clicks import click_log
from fm import FactorizationMachine
from schema import FIELDS


@dataclass
class Run:
    seed: int = 33
    rows: int = 30000
    k: int = 6
    epochs: int = 10
    batch_size: int = 256
    lr: float = 1e-2


def take(cols, idx):
    return {f: c[idx] for f, c in cols.items()}


def auc(score, label):
    rank = score.argsort().argsort().double() + 1
    pos = label.sum()
    return ((rank[label == 1].sum() - pos * (pos + 1) / 2) / (pos * (len(label) - pos))).item()


def main(run):
    torch.manual_seed(run.seed)
    cols, click = click_log(run.rows, run.seed)
    cut = int(run.rows * 0.85)
    test_idx = torch.arange(cut, run.rows)
    model = FactorizationMachine(FIELDS, run.k)
    optimizer = torch.optim.Adam(model.parameters(), lr=run.lr)
    for epoch in range(1, run.epochs + 1):
        total = 0.0
        for idx in torch.randperm(cut).split(run.batch_size):
            optimizer.zero_grad()
            loss = F.binary_cross_entropy_with_logits(model(take(cols, idx)), click[idx])
            loss.backward()
            optimizer.step()
            total += loss.item() * len(idx)
        with torch.no_grad():
            score = model(take(cols, test_idx))
        print(f"epoch {epoch:2d} logloss {total / cut:.4f} test logloss "
              f"{F.binary_cross_entropy_with_logits(score, click[cut:]):.4f} test auc {auc(score, click[cut:]):.4f}")


if __name__ == "__main__":
    main(Run())
