"""Learn the one-step dynamics of a driven pendulum (model-based control, step 1)."""
import argparse

import numpy as np
import torch
import torch.nn as nn


def rollout(rng, n, dt=0.3):
    th = rng.uniform(-np.pi, np.pi, n)
    om = rng.uniform(-3, 3, n)
    u = rng.uniform(-2, 2, n)
    th2, om2 = th.copy(), om.copy()
    for _ in range(10):
        acc = -9.81 * np.sin(th2) - 0.2 * om2 + u
        om2 = om2 + acc * dt / 10
        th2 = th2 + om2 * dt / 10
    inp = np.stack([th, om, u], 1)
    out = np.stack([th2 - th, om2 - om], 1)
    return torch.tensor(inp, dtype=torch.float32), torch.tensor(out, dtype=torch.float32)


class Dynamics(nn.Module):
    def __init__(self, n_in=3, hidden=64, n_out=2):
        super().__init__()
        self.l1 = nn.Linear(n_in, hidden)
        self.l2 = nn.Linear(hidden, hidden)
        self.l3 = nn.Linear(hidden, n_out)

    def forward(self, s):
        h = torch.tanh(self.l1(s))
        h = torch.tanh(self.l2(h))
        return self.l3(h)


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--steps", type=int, default=1200)
    ap.add_argument("--bs", type=int, default=128)
    ap.add_argument("--seed", type=int, default=10)
    a = ap.parse_args()

    torch.manual_seed(a.seed)
    rng = np.random.default_rng(a.seed)
    x, y = rollout(rng, 6000)
    xt, yt = rollout(rng, 1500)
    net = Dynamics()
    optim = torch.optim.Adam(net.parameters(), lr=4e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(optim, a.steps)
    for step in range(a.steps):
        idx = torch.from_numpy(rng.integers(0, len(x), a.bs))
        loss = ((net(x[idx]) - y[idx]) ** 2).mean()
        optim.zero_grad()
        loss.backward()
        optim.step()
        sched.step()
        if step % 200 == 0:
            print(step, round(loss.item(), 5))
    with torch.no_grad():
        res = ((net(xt) - yt) ** 2).mean(0) / yt.var(0)
    print("unexplained share: angle %.4f speed %.4f" % tuple(res.tolist()))
