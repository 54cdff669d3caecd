# Multi-label tagging of support photos: five independent yes/no tags per item.
import numpy as np
import torch

rng = np.random.default_rng(16)
torch.manual_seed(16)
W1, W2 = rng.normal(size=(20, 12)), rng.normal(size=(12, 5))


def raw_scores(x):
    return np.maximum(x @ W1, 0) @ W2


CUT = np.quantile(raw_scores(rng.normal(size=(4000, 20))), 0.6, axis=0)


def items(n):
    x = rng.normal(size=(n, 20)).astype("float32")
    return torch.from_numpy(x), torch.from_numpy((raw_scores(x) > CUT).astype("float32"))


x, y = items(6000)
xv, yv = items(1200)

net = torch.nn.Sequential(torch.nn.Linear(20, 96), torch.nn.ReLU(), torch.nn.Linear(96, 48), torch.nn.ReLU(), torch.nn.Linear(48, 5))
opt = torch.optim.AdamW(net.parameters(), lr=2e-3)
lossf = torch.nn.BCEWithLogitsLoss(reduction="sum")


def f1_per_tag(net):
    net.eval()
    with torch.no_grad():
        yes = (net(xv) > 0).float()
    tp = (yes * yv).sum(0)
    return 2 * tp / (yes.sum(0) + yv.sum(0))


for epoch in range(20):
    net.train()
    run = 0.0
    for b in torch.randperm(len(x)).split(64):
        loss = lossf(net(x[b]), y[b]) / len(b)
        for p in net.parameters():
            p.grad = None
        loss.backward()
        opt.step()
        run += loss.item() * len(b)
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1} loss {run / len(x):.4f} mean F1 {f1_per_tag(net).mean():.4f}", [round(v, 3) for v in f1_per_tag(net).tolist()])
