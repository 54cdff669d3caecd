"""CTR model: categorical embeddings + crosses, trained with a step schedule."""
import logging

import numpy as np
import torch
import torch.nn as nn

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("ctr")

FIELDS = {"site": 40, "device": 5, "hour": 24, "ad": 80, "segment": 12}


def impressions(n, seed):
    rng = np.random.default_rng(seed)
    cats = np.stack([rng.integers(0, c, n) for c in FIELDS.values()], 1)
    world = np.random.default_rng(77)
    eff = [world.normal(0, 0.5, c) for c in FIELDS.values()]
    u, v = world.normal(0, 1, (FIELDS["ad"], 3)), world.normal(0, 1, (FIELDS["segment"], 3))
    z = sum(e[cats[:, k]] for k, e in enumerate(eff)) + 1.2 * (u[cats[:, 3]] * v[cats[:, 4]]).sum(1) - 1.0
    click = (rng.random(n) < 1 / (1 + np.exp(-z))).astype(np.float32)
    return torch.as_tensor(cats), torch.as_tensor(click)


class DeepFM(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.linear = nn.ModuleList(nn.Embedding(c, 1) for c in FIELDS.values())
        self.factors = nn.ModuleList(nn.Embedding(c, dim) for c in FIELDS.values())
        for e in self.linear:
            nn.init.zeros_(e.weight)
        for e in self.factors:
            nn.init.normal_(e.weight, std=0.1)
        self.deep = nn.Sequential(nn.Linear(dim * len(FIELDS), 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, c):
        lin = sum(e(c[:, k]) for k, e in enumerate(self.linear)).squeeze(1)
        f = torch.stack([e(c[:, k]) for k, e in enumerate(self.factors)], 1)
        fm = 0.5 * (f.sum(1) ** 2 - (f ** 2).sum(1)).sum(1)
        return lin + fm + self.deep(f.flatten(1)).squeeze(1)


def auc(scores, labels):
    order = torch.argsort(scores)
    ranks = torch.empty(len(scores), dtype=torch.double)
    ranks[order] = torch.arange(1, len(scores) + 1, dtype=torch.double)
    pos = labels.double().sum()
    neg = len(labels) - pos
    return ((ranks[labels == 1].sum() - pos * (pos + 1) / 2) / (pos * neg)).item()


def main():
    torch.manual_seed(0)
    xtr, ytr = impressions(20000, seed=100)
    xva, yva = impressions(4000, seed=500)
    model = DeepFM()
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    scheduler = torch.optim.lr_scheduler.StepLR(opt, step_size=3, gamma=0.5)
    bce = nn.BCEWithLogitsLoss()
    for epoch in range(8):
        model.train()
        running = 0.0
        batches = torch.randperm(len(xtr)).split(256)
        for idx in batches:
            loss = bce(model(xtr[idx]), ytr[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            scheduler.step()
            running += loss.item()
        model.eval()
        with torch.no_grad():
            score = model(xva)
        log.info("epoch %d  logloss %.4f  valid AUC %.4f", epoch, running / len(batches), auc(score, yva))


if __name__ == "__main__":
    main()
