"""Hamiltonian neural network for the pendulum, learnt from noisy derivatives."""
import math

import torch
from torch import nn

torch.manual_seed(81)


def true_field(z):
    q, p = z[:, :1], z[:, 1:]
    return torch.cat([p, -torch.sin(q)], dim=1)


class HNN(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.energy = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))

    def field(self, z):
        z = z.requires_grad_(True)
        h = self.energy(z).sum()
        (grad,) = torch.autograd.grad(h, z)
        dh_dq, dh_dp = grad.chunk(2, dim=1)
        return torch.cat([dh_dp, -dh_dq], dim=1)


def rk4(f, z, dt):
    k1 = f(z).detach()
    k2 = f(z + dt / 2 * k1).detach()
    k3 = f(z + dt / 2 * k2).detach()
    k4 = f(z + dt * k3).detach()
    return (z + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)).detach()


def rollout(f, z0, steps, dt=0.1):
    path = [z0.clone()]
    for _ in range(steps):
        path.append(rk4(f, path[-1].clone(), dt))
    return torch.stack(path)


def main():
    z = torch.empty(2000, 2).uniform_(-2.2, 2.2)
    dz = true_field(z) + 0.05 * torch.randn_like(z)
    model = HNN()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 1000)
    for it in range(1, 1001):
        i = torch.randint(len(z), (100,))
        loss = (model.field(z[i].clone()) - dz[i]).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        if it % 200 == 0:
            print(f"iter {it}  loss {loss.item():.5f}")

    model.eval()
    start = torch.tensor([[math.pi / 3, 0.0], [1.0, 0.8]])
    ref, got = rollout(true_field, start, 100), rollout(model.field, start, 100)
    print(f"trajectory error after 10 s: {(ref[-1] - got[-1]).norm(dim=1).mean():.3f}")


if __name__ == "__main__":
    main()
