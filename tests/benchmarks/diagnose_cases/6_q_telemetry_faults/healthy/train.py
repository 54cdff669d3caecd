import torch
import yaml

from net import build_network
from telemetry import FAULTS, simulate


def batches(n, size, generator):
    perm = torch.randperm(n, generator=generator)
    for start in range(0, n, size):
        yield perm[start:start + size]


def confusion(pred, true, k):
    m = torch.zeros(k, k, dtype=torch.long)
    for p, t in zip(pred.tolist(), true.tolist()):
        m[t, p] += 1
    return m


cfg = yaml.safe_load(open("config.yaml"))
torch.manual_seed(cfg["seed"])
gen = torch.Generator().manual_seed(cfg["seed"])

x, y = simulate(5000, cfg["seed"])
x_train, y_train, x_test, y_test = x[:4000], y[:4000], x[4000:], y[4000:]
mean, std = x_train.mean(0), x_train.std(0)
x_train, x_test = (x_train - mean) / std, (x_test - mean) / std

model = build_network(x.shape[1], len(FAULTS), **cfg["network"])
optimizer = torch.optim.Adam(model.parameters(), lr=cfg["optim"]["lr"])
criterion = torch.nn.CrossEntropyLoss()

for epoch in range(cfg["optim"]["epochs"]):
    total = 0.0
    for idx in batches(len(x_train), cfg["optim"]["batch_size"], gen):
        optimizer.zero_grad()
        loss = criterion(model(x_train[idx]), y_train[idx])
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    with torch.no_grad():
        pred = model(x_test).argmax(1)
    acc = (pred == y_test).float().mean().item()
    print(f"[{cfg['experiment']}] epoch {epoch:02d} loss {total / len(x_train):.4f} test acc {acc:.4f}")

print("rows: true, columns: predicted", FAULTS)
print(confusion(pred, y_test, len(FAULTS)).tolist())
