import torch

from graphs import make_split
from gin import GIN


def batches(split, size, shuffle):
    n = len(split["y"])
    order = torch.randperm(n) if shuffle else torch.arange(n)
    for i in range(0, n, size):
        j = order[i:i + size]
        yield split["adj"][j], split["x"][j], split["mask"][j], split["y"][j]


def r2(model, split):
    model.eval()
    with torch.no_grad():
        pred = torch.cat([model(a, x, m) for a, x, m, _ in batches(split, 256, False)])
    y = split["y"]
    return 1 - ((pred - y) ** 2).sum().item() / ((y - y.mean()) ** 2).sum().item()


def main(seed=0, epochs=25):
    torch.manual_seed(seed)
    train, test = make_split(1500), make_split(400)
    mu, sd = train["y"].mean(), train["y"].std()
    for s in (train, test):
        s["y"] = (s["y"] - mu) / sd
    model = GIN(in_dim=4, hidden=48, layers=2)
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs)
    for epoch in range(1, epochs + 1):
        model.train()
        total, seen = 0.0, 0
        for adj, x, mask, y in batches(train, 50, True):
            opt.zero_grad()
            loss = torch.nn.functional.mse_loss(model(adj, x, mask), y)
            loss.backward()
            opt.step()
            total += loss.item() * len(y)
            seen += len(y)
        sched.step()
        if epoch % 5 == 0:
            print(f"{epoch:3d}  train mse {total / seen:.4f}  test R2 {r2(model, test):.3f}")


if __name__ == "__main__":
    main()
