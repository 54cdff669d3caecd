"""Policy search through a differentiable simulator: steer a cart to the origin."""
import torch
from torch import nn

torch.manual_seed(15)
DT, HORIZON, MAX_FORCE = 0.1, 40, 2.0


class Policy(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.l1 = nn.Linear(2, hidden)
        self.l2 = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, 1)

    def forward(self, state):
        h = torch.relu(self.l1(state))
        h = torch.relu(self.l2(h))
        return MAX_FORCE * torch.sigmoid(self.out(h)).squeeze(-1)


def simulate(policy, pos, vel):
    """returns mean quadratic cost along the trajectory and the last distance"""
    cost = 0.0
    for _ in range(HORIZON):
        force = policy(torch.stack([pos, vel], dim=1))
        vel = vel + DT * (force - 0.1 * vel)
        pos = pos + DT * vel
        cost = cost + (pos ** 2 + 0.1 * vel ** 2 + 0.01 * force ** 2).mean()
    return cost / HORIZON, pos.abs().mean()


def start_states(n):
    return torch.rand(n) * 4 - 2, torch.rand(n) - 0.5


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=5e-3)
for episode in range(126):
    cost, dist = simulate(policy, *start_states(64))
    optimizer.zero_grad()
    cost.backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    optimizer.step()
    if episode % 25 == 0:
        print(f"episode {episode:3d}  cost {cost.item():.3f}  final |x| {dist.item():.3f}")

with torch.no_grad():
    cost, dist = simulate(policy, *start_states(500))
print(f"evaluation: cost {cost.item():.3f}, distance from target {dist.item():.3f}")
