"""Matrix factorisation on explicit ratings."""
import json
from types import SimpleNamespace

import torch

from recsys.mf import BiasedMF
from recsys.ratings import synth_ratings


def rmse(model, users, items, stars):
    model.eval()
    with torch.no_grad():
        return ((model(users, items).clamp(1, 5) - stars) ** 2).mean().sqrt().item()


def run(cfg):
    torch.manual_seed(cfg.seed)
    u, i, r = synth_ratings(cfg.n_users, cfg.n_items, cfg.ratings_per_user, cfg.seed)
    n_test = len(r) // 10
    test = (u[:n_test], i[:n_test], r[:n_test])
    train = (u[n_test:], i[n_test:], r[n_test:])
    print(f"{len(train[2])} train ratings, std of test ratings {test[2].std():.3f}")

    model = BiasedMF(cfg.n_users, cfg.n_items, cfg.factors, train[2].mean().item())
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for epoch in range(cfg.epochs):
        model.train()
        for idx in torch.randperm(len(train[2])).split(cfg.batch_size):
            bu, bi, br = (t[idx] for t in train)
            optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(model(bu, bi), br)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch + 1:3d}  train rmse {rmse(model, *train):.4f}  test rmse {rmse(model, *test):.4f}")


if __name__ == "__main__":
    with open("config.json") as fh:
        run(SimpleNamespace(**json.load(fh)))
