import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import TensorDataset, DataLoader

SEED = 5
EPOCHS = 8
BATCH_SIZE = 256


def load_transactions(n=24000, fraud_rate=0.04):
    g = np.random.default_rng(SEED)
    y = (g.random(n) < fraud_rate).astype(np.float32)
    amount = g.lognormal(3.2, 0.9, n) * np.where(y == 1, g.choice([0.2, 4.0], n), 1.0)
    hour = np.where(y == 1, g.normal(3, 2.0, n), g.normal(14, 4, n)) % 24
    distance = np.abs(g.normal(8, 6, n)) + np.where(y == 1, g.exponential(60, n), 0)
    velocity = g.poisson(np.where(y == 1, 5, 1.5), n)
    X = np.column_stack([np.log1p(amount), np.sin(hour / 24 * 2 * np.pi), np.cos(hour / 24 * 2 * np.pi),
                         np.log1p(distance), velocity]).astype(np.float32)
    return X, y


class FraudNet(nn.Module):
    def __init__(self, d_in):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(d_in, 64), nn.ReLU(), nn.Dropout(0.1),
            nn.Linear(64, 32), nn.ReLU(),
            nn.Linear(32, 1))

    def forward(self, x):
        return self.layers(x)


def evaluate(model, loader):
    model.eval()
    tp = fp = fn = correct = seen = 0
    with torch.no_grad():
        for xb, yb in loader:
            out = model(xb)
            pred = (out.squeeze(1) > 0).long()
            yb = yb.long()
            tp += int(((pred == 1) & (yb == 1)).sum())
            fp += int(((pred == 1) & (yb == 0)).sum())
            fn += int(((pred == 0) & (yb == 1)).sum())
            correct += int((pred == yb).sum())
            seen += len(yb)
    precision = tp / max(tp + fp, 1)
    recall = tp / max(tp + fn, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return {"acc": correct / seen, "precision": precision, "recall": recall, "f1": f1}


def main():
    torch.manual_seed(SEED)
    X, y = load_transactions()
    cut = int(0.75 * len(X))
    mean, std = X[:cut].mean(0), X[:cut].std(0)
    X = (X - mean) / std
    as_ds = lambda a, b: TensorDataset(torch.tensor(a), torch.tensor(b))
    train_loader = DataLoader(as_ds(X[:cut], y[:cut]), batch_size=BATCH_SIZE, shuffle=True)
    valid_loader = DataLoader(as_ds(X[cut:], y[cut:]), batch_size=1024)

    model = FraudNet(X.shape[1])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    pos_weight = torch.tensor([3.0])
    loss_fn = nn.BCEWithLogitsLoss(pos_weight=pos_weight)

    best = 0.0
    for epoch in range(EPOCHS):
        model.train()
        losses = []
        for xb, yb in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(xb).squeeze(1), yb)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        m = evaluate(model, valid_loader)
        best = max(best, m["f1"])
        print(f"epoch {epoch} loss {np.mean(losses):.4f} " + " ".join(f"{k}={v:.3f}" for k, v in m.items()))
    print(f"best f1 {best:.3f}")


if __name__ == "__main__":
    main()
