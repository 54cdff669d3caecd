import torch
import torch.nn as nn

torch.manual_seed(41)


class UncertainRegressor(nn.Module):
    def __init__(self, p=0.1):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(4, 100), nn.ReLU(), nn.Dropout(p),
            nn.Linear(100, 100), nn.ReLU(), nn.Dropout(p),
            nn.Linear(100, 1),
        )

    def forward(self, x):
        return self.net(x)


def mc_predict(model, x, samples=50):
    """Monte Carlo dropout (Gal & Ghahramani): keep the dropout noise while predicting."""
    model.train()
    with torch.no_grad():
        draws = torch.stack([model(x) for _ in range(samples)])
    return draws.mean(0), draws.std(0)


def friction(n, spread=1.0):
    x = torch.randn(n, 4) * spread
    y = torch.sin(x[:, :1]) + 0.5 * x[:, 1:2] * x[:, 2:3] - 0.3 * x[:, 3:]
    return x, y + 0.05 * torch.randn(n, 1)


x, y = friction(3000)
xt, yt = friction(500)
far, _ = friction(500, spread=4.0)

model = UncertainRegressor()
opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-4)
for epoch in range(30):
    total = 0.0
    for idx in torch.randperm(len(x)).split(100):
        loss = nn.functional.mse_loss(model(x[idx]), y[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
    if epoch % 5 == 4:
        mean, std = mc_predict(model, xt)
        r2 = 1 - ((mean - yt) ** 2).mean().item() / yt.var().item()
        print(f"epoch {epoch + 1} loss {total / 30:.4f} test r2 {r2:.3f} std {std.mean().item():.3f}")

_, far_std = mc_predict(model, far)
print(f"test r2 {r2:.3f}; std near {std.mean().item():.3f}, std far from the data {far_std.mean().item():.3f}")
