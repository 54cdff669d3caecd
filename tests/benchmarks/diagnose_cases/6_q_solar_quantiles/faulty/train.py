import torch
from torch import nn

from losses import pinball
from solar import plant_year

QUANTILES = (0.1, 0.5, 0.9)
SEED = 44


class QuantileNet(nn.Module):
    def __init__(self, n_in, hidden=64):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_in, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.heads = nn.ModuleList(nn.Linear(hidden, 1) for _ in QUANTILES)

    def forward(self, x):
        h = self.trunk(x)
        return [head(h) for head in self.heads]


def report(model, x, y):
    with torch.no_grad():
        low, mid, high = (out[:, 0] for out in model(x))
    inside = ((y >= low) & (y <= high)).float().mean().item()
    return (mid - y).abs().mean().item(), inside, (high - low).mean().item()


def main():
    torch.manual_seed(SEED)
    x, y = plant_year(seed=44)
    x_test, y_test = plant_year(seed=45, days=120)
    model = QuantileNet(x.shape[1])
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    print(f"MAE of the yearly median {(y.median() - y_test).abs().mean():.3f}")
    for epoch in range(1, 16):
        for idx in torch.randperm(len(x)).split(64):
            outs = model(x[idx])
            loss = sum(pinball(o, y[idx], q) for o, q in zip(outs, QUANTILES))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        mae, inside, width = report(model, x_test, y_test)
        print(f"epoch {epoch:2d}  loss {loss.item():.4f}  test MAE {mae:.3f}  80% band: cover {inside:.2f} width {width:.2f}")


if __name__ == "__main__":
    main()
