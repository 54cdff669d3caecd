# DQN on a small grid world. -1 per step until the goal is reached.
import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn

SIZE = 6
GOAL = (5, 5)
WALLS = {(1, 1), (1, 2), (1, 3), (3, 2), (3, 3), (3, 4), (3, 5)}
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
MAX_STEPS = 40


class GridWorld:
    def reset(self, start=None):
        while True:
            self.pos = start or (random.randrange(SIZE), random.randrange(SIZE))
            if self.pos != GOAL and self.pos not in WALLS:
                break
        self.t = 0
        return self.obs()

    def obs(self):
        o = np.zeros(SIZE * SIZE, dtype=np.float32)
        o[self.pos[0] * SIZE + self.pos[1]] = 1.0
        return o

    def step(self, a):
        r, c = self.pos[0] + MOVES[a][0], self.pos[1] + MOVES[a][1]
        if 0 <= r < SIZE and 0 <= c < SIZE and (r, c) not in WALLS:
            self.pos = (r, c)
        self.t += 1
        terminal = self.pos == GOAL
        return self.obs(), -1.0, terminal, terminal or self.t >= MAX_STEPS


class QNet(nn.Module):
    def __init__(self, n_obs, n_act, hidden=64):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_obs, hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.ReLU(),
            nn.Linear(hidden, n_act),
        )

    def forward(self, x):
        return self.net(x)


class Agent:
    def __init__(self):
        self.q = QNet(SIZE * SIZE, 4)
        self.target = QNet(SIZE * SIZE, 4)
        self.target.load_state_dict(self.q.state_dict())
        self.opt = torch.optim.Adam(self.q.parameters(), lr=1e-3)
        self.buffer = deque(maxlen=10000)
        self.gamma = 0.95

    def act(self, obs, eps):
        if random.random() < eps:
            return random.randrange(4)
        with torch.no_grad():
            return int(self.q(torch.from_numpy(obs)).argmax())

    def learn(self, batch_size=64):
        batch = random.sample(self.buffer, batch_size)
        s, a, r, s2, d = zip(*batch)
        s, s2 = torch.from_numpy(np.stack(s)), torch.from_numpy(np.stack(s2))
        a = torch.tensor(a)
        r, d = torch.tensor(r), torch.tensor(d, dtype=torch.float32)
        q_sa = self.q(s).gather(1, a[:, None]).squeeze(1)
        with torch.no_grad():
            y = r + self.gamma * (1 - d) * self.target(s2).max(1).values
        loss = nn.functional.smooth_l1_loss(q_sa, y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


def greedy_eval(agent):
    env, lengths = GridWorld(), []
    for r in range(SIZE):
        for c in range(SIZE):
            if (r, c) == GOAL or (r, c) in WALLS:
                continue
            o, done = env.reset((r, c)), False
            while not done:
                o, _, _, done = env.step(agent.act(o, 0.0))
            lengths.append(env.t)
    return np.mean(lengths), np.mean([l < MAX_STEPS for l in lengths])


if __name__ == "__main__":
    random.seed(0)
    np.random.seed(0)
    torch.manual_seed(0)
    env, agent = GridWorld(), Agent()
    obs, losses = env.reset(), []
    TOTAL = 3500
    for step in range(1, TOTAL + 1):
        eps = max(0.1, 1.0 - step / 1700)
        a = agent.act(obs, eps)
        nxt, r, terminal, done = env.step(a)
        agent.buffer.append((obs, a, r, nxt, terminal))
        obs = env.reset() if done else nxt
        if step > 500:
            losses.append(agent.learn())
        if step % 100 == 0:
            agent.target.load_state_dict(agent.q.state_dict())
        if step % 500 == 0:
            length, solved = greedy_eval(agent)
            print(f"step {step} loss {np.mean(losses[-200:]) if losses else 0:.4f} "
                  f"greedy episode length {length:.1f} solved {solved:.2f}")
