"""Remaining useful life of batteries from cycle features."""
import torch
from torch import nn

torch.manual_seed(77)


class BatteryData:
    def __init__(self, n):
        self.capacity = torch.rand(n) * 0.4 + 0.6
        self.temp = torch.randn(n)
        self.rate = torch.rand(n)
        self.resist = torch.randn(n) * 0.3
        life = 4 * self.capacity ** 2 - 0.6 * self.temp.abs() - 1.2 * self.rate * (1 + self.resist)
        self.life = life + 0.05 * torch.randn(n)

    def features(self):
        return torch.stack([(self.capacity - 0.8) * 8, self.temp, (self.rate - 0.5) * 3.4, self.resist * 3], dim=1)


class LifeModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 48), nn.GELU(), nn.Linear(48, 48), nn.GELU(), nn.Linear(48, 1))

    def forward(self, x):
        return self.net(x)


def batches(x, y, size):
    for idx in torch.randperm(len(x)).split(size):
        yield x[idx], y[idx]


train, test = BatteryData(1000), BatteryData(300)
x, y = train.features(), train.life
model = LifeModel()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
for epoch in range(40):
    total = 0.0
    for xb, yb in batches(x, y, 50):
        pred = model(xb)
        loss = ((pred - yb) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() / 20
    if epoch % 8 == 7:
        print(f"epoch {epoch + 1} mse {total:.4f}")

with torch.no_grad():
    p = model(test.features()).squeeze()
    mae = (p - test.life).abs().mean()
    corr = torch.corrcoef(torch.stack([p, test.life]))[0, 1]
print(f"test MAE {mae:.3f}  correlation {corr:.3f}  (std of life {test.life.std():.3f})")
