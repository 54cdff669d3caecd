import torch
from torch import nn

from data import loaders
from settings import Settings


def build(cfg):
    sizes = [cfg.n_descriptors] + cfg.hidden
    mods = []
    for a, b in zip(sizes, sizes[1:]):
        mods.extend([nn.Linear(a, b), nn.SiLU()])
    mods.append(nn.Linear(sizes[-1], 1))
    return nn.Sequential(*mods)


@torch.no_grad()
def evaluate(net, loader, unit):
    net.eval()
    err, ss, ys = 0.0, 0.0, []
    n = 0
    for x, y in loader:
        p = net(x).squeeze(-1)
        err += (p - y).abs().sum().item()
        ss += (p - y).pow(2).sum().item()
        ys.append(y)
        n += len(y)
    ys = torch.cat(ys)
    return unit * err / n, 1 - ss / (ys - ys.mean()).pow(2).sum().item()


def main():
    cfg = Settings()
    torch.manual_seed(cfg.seed)
    train, test, unit = loaders(cfg)
    net = build(cfg)
    opt = torch.optim.Adam(net.parameters(), lr=cfg.lr)
    for epoch in range(cfg.epochs):
        net.train()
        for x, y in train:
            loss = nn.functional.mse_loss(net(x).squeeze(-1), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
        mae, r2 = evaluate(net, test, unit)
        print(f"epoch {epoch + 1:2d}: last batch mse {loss.item():.4f}, test MAE {mae:.3f} eV, test R2 {r2:.3f}")


if __name__ == "__main__":
    main()
