import json
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

from data import make_clicks


class ClickModel(nn.Module):
    def __init__(self, sizes, n_num, hidden, dim=6):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(s, dim) for s in sizes)
        layers, width = [], n_num + dim * len(sizes)
        for h in hidden:
            layers += [nn.Linear(width, h), nn.ReLU()]
            width = h
        layers.append(nn.Linear(width, 1))
        self.mlp = nn.Sequential(*layers)

    def forward(self, cats, nums):
        emb = [t(cats[:, i]) for i, t in enumerate(self.tables)]
        return self.mlp(torch.cat(emb + [nums], dim=1)).squeeze(1)


def auc(scores, labels):
    order = scores.argsort()
    ranks = torch.empty_like(order, dtype=torch.float64)
    ranks[order] = torch.arange(1, len(scores) + 1, dtype=torch.float64)
    n_pos = labels.sum().item()
    n_neg = len(labels) - n_pos
    return (ranks[labels == 1].sum().item() - n_pos * (n_pos + 1) / 2) / (n_pos * n_neg)


def main():
    cfg = json.loads(Path(__file__).with_name("config.json").read_text())
    torch.manual_seed(cfg["seed"])
    (cats, nums, label), sizes = make_clicks(cfg["n_rows"], cfg["seed"])
    ds = TensorDataset(cats, nums, label)
    train_ds, test_ds = random_split(ds, [len(ds) - cfg["holdout"], cfg["holdout"]])
    train_dl = DataLoader(train_ds, batch_size=cfg["batch_size"], shuffle=True)
    test_dl = DataLoader(test_ds, batch_size=1024)

    model = ClickModel(sizes, nums.shape[1], cfg["hidden"])
    opt = torch.optim.Adam(model.parameters(), lr=cfg["lr"])
    bce = nn.BCEWithLogitsLoss()

    for epoch in range(cfg["epochs"]):
        model.train()
        running = 0.0
        for c, x, y in train_dl:
            loss = bce(model(c, x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            running += loss.item() * len(y)
        model.eval()
        with torch.no_grad():
            parts = [(model(c, x), y) for c, x, y in test_dl]
        scores = torch.cat([p[0] for p in parts])
        labels = torch.cat([p[1] for p in parts])
        print(f"epoch {epoch + 1:2d}  train logloss {running / len(train_ds):.4f}  "
              f"test logloss {bce(scores, labels):.4f}  test auc {auc(scores, labels):.4f}")


if __name__ == "__main__":
    main()
