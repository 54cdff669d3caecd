import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
np.random.seed(0)

# -u''(x) = f(x) on (0, 1), u(0) = u(1) = 0


def exact(x):
    return torch.sin(np.pi * x) + 0.3 * torch.sin(3 * np.pi * x)


def source(x):
    return np.pi ** 2 * torch.sin(np.pi * x) + 2.7 * np.pi ** 2 * torch.sin(3 * np.pi * x)


class PINN(nn.Module):
    def __init__(self, width=48, depth=3):
        super().__init__()
        layers = [nn.Linear(1, width), nn.ReLU()]
        for _ in range(depth - 1):
            layers += [nn.Linear(width, width), nn.ReLU()]
        layers.append(nn.Linear(width, 1))
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return self.net(2 * x - 1)


def laplacian(model, x):
    x = x.requires_grad_(True)
    u = model(x)
    du = torch.autograd.grad(u, x, torch.ones_like(u), create_graph=True)[0]
    d2u = torch.autograd.grad(du, x, torch.ones_like(du), create_graph=True)[0]
    return d2u


def rel_l2(model, n=501):
    with torch.no_grad():
        xs = torch.linspace(0, 1, n).unsqueeze(1)
        err = model(xs) - exact(xs)
        return (err.norm() / exact(xs).norm()).item()


model = PINN()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=600, gamma=0.5)
boundary = torch.tensor([[0.0], [1.0]])

for step in range(1, 1801):
    x = torch.rand(128, 1)
    residual = -laplacian(model, x) - source(x.detach())
    loss_pde = residual.pow(2).mean()
    loss_bc = model(boundary).pow(2).mean()
    loss = loss_pde + 100.0 * loss_bc
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    if step % 300 == 0:
        print(f"[{step:5d}] pde {loss_pde.item():.3e}  bc {loss_bc.item():.3e}  rel-L2 {rel_l2(model):.4f}")

print("final relative L2 error:", round(rel_l2(model), 4))
