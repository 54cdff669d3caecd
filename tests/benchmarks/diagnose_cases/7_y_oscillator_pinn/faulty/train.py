# Physics-informed network for a damped spring:  u'' + 2*d*u' + w0^2*u = 0,  u(0)=1, u'(0)=0
import argparse
import math

import torch
import torch.nn as nn


def exact(t, d, w0):
    w = math.sqrt(w0 ** 2 - d ** 2)
    return torch.exp(-d * t) * (torch.cos(w * t) + d / w * torch.sin(w * t))


class FCN(nn.Module):
    def __init__(self, hidden, depth):
        super().__init__()
        act = nn.ReLU
        layers = [nn.Linear(1, hidden), act()]
        for _ in range(depth - 1):
            layers += [nn.Linear(hidden, hidden), act()]
        layers.append(nn.Linear(hidden, 1))
        self.net = nn.Sequential(*layers)

    def forward(self, t):
        return self.net(t)


def derivative(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--d", type=float, default=0.4)
    ap.add_argument("--w0", type=float, default=4.0)
    ap.add_argument("--t_max", type=float, default=1.6)
    ap.add_argument("--steps", type=int, default=2200)
    ap.add_argument("--lr", type=float, default=5e-3)
    ap.add_argument("--seed", type=int, default=123)
    args = ap.parse_args()
    torch.manual_seed(args.seed)

    pinn = FCN(hidden=32, depth=3)
    t0 = torch.zeros(1, 1, requires_grad=True)
    t_test = torch.linspace(0, args.t_max, 200).view(-1, 1)
    u_test = exact(t_test, args.d, args.w0)
    opt = torch.optim.Adam(pinn.parameters(), lr=args.lr)
    sched = torch.optim.lr_scheduler.StepLR(opt, 700, gamma=0.4)
    for step in range(1, args.steps + 1):
        opt.zero_grad()
        u0 = pinn(t0)
        du0 = derivative(u0, t0)
        ic = (u0 - 1).pow(2).mean() + 0.1 * du0.pow(2).mean()

        t = (args.t_max * torch.rand(48, 1)).requires_grad_(True)
        u = pinn(t)
        du = derivative(u, t)
        d2u = derivative(du, t)
        residual = d2u + 2 * args.d * du + args.w0 ** 2 * u
        loss = ic + 1e-2 * residual.pow(2).mean()
        loss.backward()
        opt.step()
        sched.step()
        if step % 400 == 0:
            with torch.no_grad():
                err = (pinn(t_test) - u_test).norm() / u_test.norm()
            print(f"step {step}  loss {loss.item():.2e}  ic {ic.item():.2e}  relative L2 error {err.item():.3f}")


if __name__ == "__main__":
    main()
