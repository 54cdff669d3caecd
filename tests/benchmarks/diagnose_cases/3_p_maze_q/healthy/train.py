"""Fitted Q-learning on a small grid: every step costs -1, reach the exit."""
import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn

random.seed(2)
np.random.seed(2)
torch.manual_seed(2)

SIZE = 5
EXIT = (4, 4)
WALLS = {(1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 4)}
MOVES = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Grid:
    def reset(self):
        while True:
            self.pos = (random.randrange(SIZE), random.randrange(SIZE))
            if self.pos != EXIT and self.pos not in WALLS:
                return self.obs()

    def obs(self):
        v = np.zeros(SIZE * SIZE, dtype=np.float32)
        v[self.pos[0] * SIZE + self.pos[1]] = 1.0
        return v

    def step(self, a):
        r, c = self.pos[0] + MOVES[a][0], self.pos[1] + MOVES[a][1]
        if 0 <= r < SIZE and 0 <= c < SIZE and (r, c) not in WALLS:
            self.pos = (r, c)
        return self.obs(), -1.0, self.pos == EXIT


class QNet(nn.Module):
    def __init__(self, n_obs, n_act):
        super().__init__()
        self.fc1 = nn.Linear(n_obs, 64)
        self.fc2 = nn.Linear(64, n_act)

    def forward(self, x):
        x = torch.relu(self.fc1(x))
        return self.fc2(x)


env = Grid()
q, target = QNet(SIZE * SIZE, 4), QNet(SIZE * SIZE, 4)
target.load_state_dict(q.state_dict())
optimizer = torch.optim.Adam(q.parameters(), lr=3e-3)
memory = deque(maxlen=10000)
gamma, eps = 0.95, 1.0
losses = []

for episode in range(130):
    s = env.reset()
    for t in range(30):
        if random.random() < eps:
            a = random.randrange(4)
        else:
            with torch.no_grad():
                a = q(torch.from_numpy(s)).argmax().item()
        s2, r, done = env.step(a)
        memory.append((s, a, r, s2, float(done)))
        s = s2
        if len(memory) >= 64 and t % 2 == 0:
            batch = random.sample(memory, 64)
            bs, ba, br, bs2, bd = map(np.array, zip(*batch))
            bs, bs2 = torch.from_numpy(bs), torch.from_numpy(bs2)
            br, bd = torch.tensor(br, dtype=torch.float32), torch.tensor(bd, dtype=torch.float32)
            with torch.no_grad():
                y = br + gamma * (1 - bd) * target(bs2).max(1).values
            pred = q(bs).gather(1, torch.tensor(ba).unsqueeze(1)).squeeze(1)
            loss = nn.functional.smooth_l1_loss(pred, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        if done:
            break
    eps = max(0.1, eps * 0.98)
    if episode % 5 == 0:
        target.load_state_dict(q.state_dict())
    if episode % 20 == 19:
        print(f"episode {episode + 1}  loss {np.mean(losses[-200:]):.4f}  eps {eps:.2f}")

solved, length = 0, []
for _ in range(100):
    s = env.reset()
    for t in range(30):
        with torch.no_grad():
            s, _, done = env.step(q(torch.from_numpy(s)).argmax().item())
        if done:
            solved += 1
            break
    length.append(t + 1)
print(f"greedy policy: solved {solved}/100, mean length {np.mean(length):.1f}")
