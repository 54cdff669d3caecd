import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def response(dose):
    return 1.5 / (1 + torch.exp(-4 * (dose - 0.3))) + 0.3 * torch.sin(5 * dose)


def observe(n, lo, hi):
    dose = lo + (hi - lo) * torch.rand(n, 1)
    return dose, response(dose) + 0.08 * torch.randn(n, 1)


class DoseNet(nn.Module):
    def __init__(self, p=0.08):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(1, 96), nn.ReLU(), nn.Dropout(p),
            nn.Linear(96, 96), nn.ReLU(), nn.Dropout(p),
            nn.Linear(96, 1),
        )

    def forward(self, x):
        return self.body(x)


def predict(net, x, passes=60):
    """Predictive mean and spread from stochastic forward passes."""
    net.train()
    with torch.no_grad():
        draws = torch.stack([net(x) for _ in range(passes)])
    return draws.mean(0), draws.std(0)


def main():
    torch.manual_seed(50)
    x, y = observe(800, -1, 1)
    x_in, y_in = observe(300, -1, 1)
    x_out = torch.linspace(2.0, 3.0, 100).view(-1, 1)
    loader = DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True)
    net = DoseNet()
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    for epoch in range(1, 81):
        net.train()
        total = 0.0
        for xb, yb in loader:
            loss = nn.functional.mse_loss(net(xb), yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        if epoch % 20 == 0:
            mean, std = predict(net, x_in)
            r2 = 1 - (mean - y_in).pow(2).mean() / y_in.var()
            _, far = predict(net, x_out)
            print(f"epoch {epoch}: loss {total / len(loader):.4f}  test R2 {r2:.3f}  "
                  f"spread inside {std.mean():.3f}  outside {far.mean():.3f}")


if __name__ == "__main__":
    main()
