from dataclasses import dataclass

import torch
import torch.nn.functional as F

from model import LookupTransformer


@dataclass
class Config:
    n_keys: int = 12
    n_values: int = 6
    records: int = 6
    train_size: int = 8000
    test_size: int = 1000
    batch: int = 100
    epochs: int = 9
    lr: float = 2e-3
    seed: int = 2


def make_data(cfg, n):
    keys = torch.stack([torch.randperm(cfg.n_keys)[: cfg.records] for _ in range(n)])
    values = torch.randint(0, cfg.n_values, (n, cfg.records))
    pick = torch.randint(0, cfg.records, (n, 1))
    query = keys.gather(1, pick)
    answer = values.gather(1, pick).squeeze(1)
    blank = torch.full((n, 1), cfg.n_values)
    return torch.cat([query, keys], 1), torch.cat([blank, values], 1), answer


def accuracy(model, data):
    model.eval()
    with torch.no_grad():
        k, v, a = data
        return (model(k, v).argmax(1) == a).float().mean().item()


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    train, test = make_data(cfg, cfg.train_size), make_data(cfg, cfg.test_size)
    model = LookupTransformer(cfg.n_keys, cfg.n_values)
    optim = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for epoch in range(cfg.epochs):
        model.train()
        order = torch.randperm(cfg.train_size)
        mean_loss = 0.0
        for idx in order.split(cfg.batch):
            logits = model(train[0][idx], train[1][idx])
            loss = F.cross_entropy(logits, train[2][idx])
            optim.zero_grad()
            loss.backward()
            optim.step()
            mean_loss += loss.item() * len(idx) / cfg.train_size
        print(f"[{epoch + 1:02d}] loss {mean_loss:.4f} test accuracy {accuracy(model, test):.3f}")


if __name__ == "__main__":
    main()
