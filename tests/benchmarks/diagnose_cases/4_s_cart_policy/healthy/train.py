# Learn to park a cart at the origin. The simulator is differentiable, so the
# policy can be trained by backprop through the rollout.
from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Config:
    horizon: int = 40
    dt: float = 0.1
    max_force: float = 2.0
    episodes: int = 64
    iterations: int = 150
    lr: float = 3e-3
    seed: int = 21


class Cart:
    def __init__(self, cfg):
        self.cfg = cfg

    def reset(self, n):
        pos = torch.empty(n, 1).uniform_(-2, 2)
        vel = torch.empty(n, 1).uniform_(-0.5, 0.5)
        return torch.cat([pos, vel], 1)

    def step(self, state, force):
        pos, vel = state[:, :1], state[:, 1:]
        vel = vel + self.cfg.dt * (force - 0.1 * vel)
        pos = pos + self.cfg.dt * vel
        cost = pos.pow(2) + 0.1 * vel.pow(2) + 0.001 * force.pow(2)
        return torch.cat([pos, vel], 1), cost.squeeze(1)


class Policy(nn.Module):
    def __init__(self, max_force):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh())
        self.head = nn.Linear(32, 1)
        self.max_force = max_force

    def forward(self, state):
        z = self.head(self.body(state))
        return self.max_force * torch.tanh(z)


def rollout(env, policy, n, horizon):
    state = env.reset(n)
    costs = []
    for _ in range(horizon):
        state, cost = env.step(state, policy(state))
        costs.append(cost)
    return torch.stack(costs).mean(), state


def main():
    cfg = Config()
    torch.manual_seed(cfg.seed)
    env = Cart(cfg)
    policy = Policy(cfg.max_force)
    opt = torch.optim.Adam(policy.parameters(), lr=cfg.lr)
    for it in range(cfg.iterations):
        cost, _ = rollout(env, policy, cfg.episodes, cfg.horizon)
        opt.zero_grad()
        cost.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 5.0)
        opt.step()
        if it % 25 == 0 or it == cfg.iterations - 1:
            print(f"iter {it:4d}  mean cost {cost.item():.3f}")
    with torch.no_grad():
        cost, final = rollout(env, policy, 500, cfg.horizon)
    parked = (final[:, 0].abs() < 0.2).float().mean().item()
    print(f"eval cost {cost.item():.3f}  parked {100 * parked:.1f}%")


if __name__ == "__main__":
    main()
