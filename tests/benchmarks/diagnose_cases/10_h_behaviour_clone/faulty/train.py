import torch
import torch.nn as nn

torch.manual_seed(33)

# Behaviour cloning of an LQR-like expert for a point mass, discrete headings.
HEADINGS = torch.arange(24) * (2 * torch.pi / 24)
ACTIONS = torch.stack([HEADINGS.cos(), HEADINGS.sin()], dim=1)


def expert(state):
    pos, vel, goal = state[:, :2], state[:, 2:4], state[:, 4:6]
    want = 1.5 * (goal - pos) - 1.2 * vel
    return (want @ ACTIONS.T).argmax(1)


def rollout(policy, n=300, steps=40):
    s = torch.cat([torch.empty(n, 2).uniform_(-2, 2), torch.zeros(n, 2), torch.empty(n, 2).uniform_(-2, 2)], 1)
    for _ in range(steps):
        a = ACTIONS[policy(s)]
        vel = 0.9 * s[:, 2:4] + 0.2 * a
        s = torch.cat([s[:, :2] + 0.2 * vel, vel, s[:, 4:6]], 1)
    return (s[:, :2] - s[:, 4:6]).norm(dim=1).mean().item()


def demos(n):
    s = torch.cat([torch.empty(n, 2).uniform_(-2, 2), 0.5 * torch.randn(n, 2), torch.empty(n, 2).uniform_(-2, 2)], 1)
    return s, expert(s)


class Policy(nn.Module):
    def __init__(self, hidden=64, p_drop=0.9):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(6, hidden), nn.ReLU(), nn.Dropout(p_drop),
            nn.Linear(hidden, hidden), nn.ReLU(), nn.Dropout(p_drop),
        )
        self.logits = nn.Linear(hidden, len(ACTIONS))

    def forward(self, s):
        return self.logits(self.trunk(s))


s_train, a_train = demos(4000)
s_val, a_val = demos(1000)
policy = Policy()
opt = torch.optim.Adam(policy.parameters(), lr=2e-3)
for epoch in range(1, 16):
    policy.train()
    for idx in torch.randperm(4000).split(80):
        loss = nn.functional.cross_entropy(policy(s_train[idx]), a_train[idx])
        opt.zero_grad(); loss.backward(); opt.step()
    if epoch % 3 == 0:
        policy.eval()
        with torch.no_grad():
            agree = (policy(s_val).argmax(1) == a_val).float().mean().item()
            dist = rollout(lambda s: policy(s).argmax(1))
        print(f"epoch {epoch} bc loss {loss.item():.3f} expert agreement {agree:.3f} final distance {dist:.3f}")
print(f"expert final distance {rollout(expert):.3f}")
