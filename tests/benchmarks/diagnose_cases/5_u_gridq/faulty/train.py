import copy
import random
from collections import deque

import torch
import torch.nn as nn

SIZE, MAX_STEPS, GAMMA = 6, 20, 0.95
MOVES = torch.tensor([[0, 1], [0, -1], [1, 0], [-1, 0]])


class GridEnv:
    """Walk to a random goal on a 6x6 board, -0.05 per step, +1 at the goal."""

    def reset(self):
        self.pos = torch.randint(0, SIZE, (2,))
        self.goal = torch.randint(0, SIZE, (2,))
        self.t = 0
        return self.obs()

    def obs(self):
        return torch.cat([self.pos, self.goal]).float() / (SIZE - 1) * 2 - 1

    def step(self, a):
        self.pos = (self.pos + MOVES[a]).clamp(0, SIZE - 1)
        self.t += 1
        reached = bool((self.pos == self.goal).all())
        return self.obs(), 1.0 if reached else -0.05, reached, reached or self.t >= MAX_STEPS


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4)
        )

    def forward(self, s):
        return self.body(s)


class Agent:
    def __init__(self):
        self.q = QNet()
        self.target = copy.deepcopy(self.q)
        self.opt = torch.optim.Adam(self.q.parameters(), lr=1e-3)
        self.memory = deque(maxlen=20000)
        self.updates = 0

    @torch.no_grad()
    def act(self, s, eps):
        if random.random() < eps:
            return random.randrange(4)
        return self.q(s).argmax().item()

    def learn(self, batch_size=64):
        batch = random.sample(self.memory, batch_size)
        s, a, r, s2, done = zip(*batch)
        s, s2 = torch.stack(s), torch.stack(s2)
        a = torch.tensor(a)
        r = torch.tensor(r)
        done = torch.tensor(done).float()
        q_sa = self.q(s).gather(1, a.unsqueeze(1))
        with torch.no_grad():
            best = self.target(s2).max(dim=1).values
            y = r + GAMMA * best * (1 - done)
        loss = (q_sa - y).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.updates += 1
        if self.updates % 200 == 0:
            self.target.load_state_dict(self.q.state_dict())
        return loss.item()


def evaluate(agent, episodes=60):
    env, wins = GridEnv(), 0
    for _ in range(episodes):
        s, over = env.reset(), False
        while not over:
            s, r, reached, over = env.step(agent.act(s, eps=0.05))
        wins += reached
    return wins / episodes


def main():
    random.seed(3)
    torch.manual_seed(3)
    env, agent = GridEnv(), Agent()
    step, s = 0, env.reset()
    total_steps = 3000
    while step < total_steps:
        eps = max(0.1, 1.0 - step / 2000)
        a = agent.act(s, eps)
        s2, r, reached, over = env.step(a)
        agent.memory.append((s, a, r, s2, reached))
        s = env.reset() if over else s2
        step += 1
        if step > 500:
            loss = agent.learn()
            if step % 500 == 0:
                print(f"step {step} eps {eps:.2f} td loss {loss:.4f}")
    print(f"success rate {evaluate(agent):.2f}")


if __name__ == "__main__":
    main()
