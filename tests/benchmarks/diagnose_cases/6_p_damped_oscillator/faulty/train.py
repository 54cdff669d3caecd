"""Inverse problem: recover damping and stiffness of  x'' + c x' + k x = 0  from a noisy record."""
import torch
from torch import nn

torch.manual_seed(91)
C_TRUE, K_TRUE = 0.5, 9.0


def solution(t):
    w = (K_TRUE - C_TRUE ** 2 / 4) ** 0.5
    return torch.exp(-C_TRUE * t / 2) * torch.cos(w * t)


class InversePINN(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(1, width), nn.Tanh(),
            nn.Linear(width, width), nn.Tanh(),
            nn.Linear(width, 1),
        )
        self.c = torch.tensor(2.0, requires_grad=True)
        self.k = torch.tensor(4.0, requires_grad=True)

    def forward(self, t):
        return self.net(2 * t / 3 - 1)

    def residual(self, t):
        x = self(t)
        one = torch.ones_like(x)
        v = torch.autograd.grad(x, t, one, create_graph=True)[0]
        a = torch.autograd.grad(v, t, one, create_graph=True)[0]
        return a + self.c * v + self.k * x


t_obs = torch.linspace(0, 3, 60).unsqueeze(1)
x_obs = solution(t_obs) + 0.01 * torch.randn(60, 1)
t_col = torch.linspace(0, 3, 60).unsqueeze(1).requires_grad_(True)

model = InversePINN()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [1700, 2200], gamma=0.3)
for epoch in range(1, 2501):
    optimizer.zero_grad()
    data = (model(t_obs) - x_obs).pow(2).mean()
    physics = model.residual(t_col).pow(2).mean()
    loss = data + 0.01 * physics
    loss.backward()
    optimizer.step()
    scheduler.step()
    if epoch % 250 == 0:
        print(f"{epoch:5d}  data {data.item():.5f}  physics {physics.item():.4f}  c = {model.c.item():.3f}  k = {model.k.item():.3f}")

print(f"relative error of c {abs(model.c.item() - C_TRUE) / C_TRUE:.2%}, of k {abs(model.k.item() - K_TRUE) / K_TRUE:.2%}")
