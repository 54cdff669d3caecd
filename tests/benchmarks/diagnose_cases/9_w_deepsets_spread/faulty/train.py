import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(30)
torch.manual_seed(30)


class DeepSet(nn.Module):
    """rho(mean_i phi(x_i))"""

    def __init__(self, d_in=2, d_phi=48, d_rho=32):
        super().__init__()
        self.phi = nn.Sequential(
            nn.Linear(d_in, d_phi),
            nn.Linear(d_phi, d_phi),
        )
        self.rho = nn.Sequential(
            nn.Linear(d_phi, d_rho),
            nn.ELU(),
            nn.Linear(d_rho, 1),
        )

    def forward(self, s):
        return self.rho(self.phi(s).mean(dim=1)).squeeze(-1)


def point_clouds(n, m=25):
    scale = rng.uniform(0.3, 2.0, (n, 1, 1))
    center = rng.uniform(-2, 2, (n, 1, 2))
    pts = center + scale * rng.normal(size=(n, m, 2))
    spread = np.sqrt(pts.var(axis=1).mean(axis=-1))
    return torch.tensor(pts, dtype=torch.float32), torch.tensor(spread, dtype=torch.float32)


def rmse(net, x, y):
    net.eval()
    with torch.no_grad():
        return torch.sqrt(nn.functional.mse_loss(net(x), y)).item()


x_train, y_train = point_clouds(3000)
x_val, y_val = point_clouds(500)
mu, sd = y_train.mean(), y_train.std()
net = DeepSet()
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [12, 17], gamma=0.3)
huber = nn.SmoothL1Loss()

for epoch in range(20):
    net.train()
    for idx in torch.randperm(len(x_train)).split(100):
        optimizer.zero_grad()
        loss = huber(net(x_train[idx]), (y_train[idx] - mu) / sd)
        loss.backward()
        optimizer.step()
    scheduler.step()
    if epoch % 5 == 4:
        e = rmse(net, x_val, (y_val - mu) / sd)
        print(f"epoch {epoch + 1} train loss {loss.item():.4f} val rmse {e:.4f} (in std units)")
