import torch
import yaml
from torch import nn

from genome import sequences


class MotifCNN(nn.Module):
    def __init__(self, filters, kernel_size, hidden, dropout):
        super().__init__()
        self.conv = nn.Conv1d(4, filters, kernel_size, padding=kernel_size // 2)
        self.pool = nn.AdaptiveMaxPool1d(1)
        self.clf = nn.Sequential(
            nn.Linear(filters, hidden), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden, 1)
        )

    def forward(self, x):
        h = torch.relu(self.conv(x))
        return self.clf(self.pool(h).squeeze(-1)).squeeze(-1)


def load_config(path="config.yaml"):
    with open(path) as f:
        return yaml.safe_load(f)


def fit(cfg):
    torch.manual_seed(cfg["seed"])
    x, y = sequences(cfg["sequences"], cfg["length"], cfg["seed"])
    n = int(0.8 * len(x))
    model = MotifCNN(**cfg["model"])
    opt = torch.optim.Adam(model.parameters(), lr=cfg["train"]["lr"])
    bce = nn.BCEWithLogitsLoss()
    for epoch in range(cfg["train"]["epochs"]):
        model.train()
        loss_sum = 0.0
        for idx in torch.randperm(n).split(cfg["train"]["batch_size"]):
            opt.zero_grad()
            loss = bce(model(x[idx]), y[idx])
            loss.backward()
            opt.step()
            loss_sum += loss.item() * len(idx)
        model.eval()
        with torch.no_grad():
            acc = ((model(x[n:]) > 0).float() == y[n:]).float().mean()
        print(f"epoch {epoch + 1:2d}: loss {loss_sum / n:.4f} held-out accuracy {acc:.4f}")


if __name__ == "__main__":
    fit(load_config())
