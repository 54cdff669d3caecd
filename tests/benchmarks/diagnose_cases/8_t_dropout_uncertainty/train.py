import torch
from torch import nn
import torch.nn.functional as F


class Regressor(nn.Module):
    def __init__(self, width=96, p=0.1):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(1, width), nn.ReLU(), nn.Dropout(p), nn.Linear(width, width), nn.ReLU(), nn.Dropout(p))
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        return self.out(self.body(x)).squeeze(-1)


def curve(x):
    return torch.sin(2.5 * x) + 0.4 * x


def collect(n):
    x = torch.cat([-2 + 1.6 * torch.rand(n // 2), 0.5 + 1.6 * torch.rand(n - n // 2)])
    return x.unsqueeze(1), curve(x) + 0.1 * torch.randn(n)


def predict(model, x, passes=60):
    model.train()
    with torch.no_grad():
        draws = torch.stack([model(x) for _ in range(passes)])
    return draws.mean(0), draws.std(0)


def main():
    torch.manual_seed(39)
    x, y = collect(600)
    x_test, y_test = collect(200)
    model = Regressor()
    opt = torch.optim.Adam(model.parameters(), lr=4e-3)
    for epoch in range(1, 81):
        model.train()
        for idx in torch.randperm(len(x)).split(50):
            opt.zero_grad()
            F.mse_loss(model(x[idx]), y[idx]).backward()
            opt.step()
        if epoch % 20 == 0:
            mean, _ = predict(model, x_test)
            print(f"epoch {epoch}  test R2 {1 - (mean - y_test).pow(2).mean().item() / y_test.var().item():.3f}")
    mean, spread = predict(model, x_test)
    band = 2 * (spread ** 2 + 0.1 ** 2).sqrt()
    print(f"test points inside the band: {((mean - y_test).abs() < band).float().mean().item():.3f}")


if __name__ == "__main__":
    main()
