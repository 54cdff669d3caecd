import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(17)
GRID, HORIZON, GAMMA = 5.0, 20, 0.95
MOVES = torch.tensor([[0.0, 1.0], [0.0, -1.0], [1.0, 0.0], [-1.0, 0.0]])


class PointNav:
    """Vectorised point robot: walk to the goal, reward is progress made."""

    def __init__(self, n):
        self.n = n

    def reset(self):
        self.pos = (torch.rand(self.n, 2) * 2 - 1) * GRID
        self.goal = (torch.rand(self.n, 2) * 2 - 1) * GRID
        return self.obs()

    def obs(self):
        return torch.cat([self.pos, self.goal], 1) / GRID

    def step(self, a):
        before = (self.goal - self.pos).norm(dim=1, keepdim=True)
        self.pos = (self.pos + 0.6 * MOVES[a]).clamp(-GRID, GRID)
        after = (self.goal - self.pos).norm(dim=1, keepdim=True)
        return self.obs(), before - after


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 4))

    def forward(self, s):
        return Categorical(logits=self.body(s))


def rollout(env, policy):
    s = env.reset()
    logps, rewards = [], []
    for _ in range(HORIZON):
        dist = policy(s)
        a = dist.sample()
        logps.append(dist.log_prob(a))
        s, r = env.step(a)
        rewards.append(r)
    return torch.stack(logps, 1), torch.cat(rewards, 1)


def discount(rewards):
    out, run = torch.zeros_like(rewards), torch.zeros(rewards.size(0))
    for t in reversed(range(rewards.size(1))):
        run = rewards[:, t] + GAMMA * run
        out[:, t] = run
    return out


@torch.no_grad()
def final_distance(policy, env):
    rollout(env, policy)
    return (env.goal - env.pos).norm(dim=1).mean().item()


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
env, test_env = PointNav(32), PointNav(300)
for it in range(1, 181):
    logp, rewards = rollout(env, policy)
    adv = discount(rewards)
    adv = (adv - adv.mean()) / (adv.std() + 1e-6)
    logp, adv = logp.reshape(-1), adv.reshape(-1)
    loss = -(logp * adv).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if it % 30 == 0:
        print(f"iter {it} loss {loss.item():.4f} mean final distance {final_distance(policy, test_env):.3f}")
