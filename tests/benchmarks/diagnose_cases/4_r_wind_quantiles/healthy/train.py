# Probabilistic wind power forecast: 10/50/90 % quantiles with the pinball loss
import torch
import torch.nn as nn

torch.manual_seed(31)
QUANTILES = [0.1, 0.5, 0.9]


def wind_farm(n):
    speed = torch.rand(n) * 20
    direction = torch.rand(n) * 6.283
    density = 1 + 0.1 * torch.randn(n)
    curve = torch.sigmoid((speed - 9) / 1.5) * (speed < 18).float()
    wake = 1 - 0.4 * torch.exp(-((direction - 3.1) / 0.5) ** 2)
    spread = 0.02 + 0.08 * curve * (1 - curve) * 4
    power = curve * wake * density + spread * torch.randn(n)
    feats = torch.stack([speed / 10 - 1, torch.cos(direction), torch.sin(direction), (density - 1) * 10], dim=1)
    return feats, power


class QuantileNet(nn.Module):
    def __init__(self, n_in, hidden=64):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_in, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.heads = nn.Linear(hidden, len(QUANTILES))

    def forward(self, x):
        return self.heads(self.trunk(x))


def pinball(pred, target):
    loss = 0.0
    for k, q in enumerate(QUANTILES):
        diff = target - pred[:, k]
        loss = loss + torch.maximum(q * diff, (q - 1) * diff).mean()
    return loss / len(QUANTILES)


def train(epochs=20, batch_size=64):
    x, p = wind_farm(4000)
    x_tr, p_tr, x_te, p_te = x[:3200], p[:3200], x[3200:], p[3200:]
    net = QuantileNet(x.size(1))
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for epoch in range(1, epochs + 1):
        net.train()
        total = 0.0
        for idx in torch.randperm(len(x_tr)).split(batch_size):
            opt.zero_grad()
            loss = pinball(net(x_tr[idx]), p_tr[idx])
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        if epoch % 2 == 0:
            net.eval()
            with torch.no_grad():
                q = net(x_te)
            inside = ((p_te > q[:, 0]) & (p_te < q[:, 2])).float().mean().item()
            width = (q[:, 2] - q[:, 0]).mean().item()
            mae = (q[:, 1] - p_te).abs().mean().item()
            print(f"epoch {epoch:2d} pinball {total / len(x_tr):.4f} coverage {inside:.2f} width {width:.3f} median mae {mae:.4f}")


if __name__ == "__main__":
    train()
