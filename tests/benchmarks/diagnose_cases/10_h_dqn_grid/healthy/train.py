import copy
import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn

SEED = 0
random.seed(SEED); np.random.seed(SEED); torch.manual_seed(SEED)

SIZE = 6
GOAL = (5, 5)
PITS = {(1, 1), (2, 3), (3, 1), (4, 4), (1, 4)}
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class GridWorld:
    def reset(self, start=None):
        while True:
            self.pos = start or (random.randrange(SIZE), random.randrange(SIZE))
            if self.pos != GOAL and self.pos not in PITS:
                break
        self.t = 0
        return self.obs()

    def obs(self):
        v = np.zeros(2 * SIZE, dtype=np.float32)
        v[self.pos[0]] = 1.0
        v[SIZE + self.pos[1]] = 1.0
        return v

    def step(self, a):
        r, c = self.pos[0] + MOVES[a][0], self.pos[1] + MOVES[a][1]
        self.pos = (min(max(r, 0), SIZE - 1), min(max(c, 0), SIZE - 1))
        self.t += 1
        if self.pos == GOAL:
            return self.obs(), 1.0, True
        if self.pos in PITS:
            return self.obs(), -1.0, True
        return self.obs(), -0.02, self.t >= 40


def make_q():
    return nn.Sequential(nn.Linear(2 * SIZE, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4))


def learn(q, target, optim, buffer, batch_size=64, gamma=0.95):
    s, a, r, s2, d = map(np.array, zip(*random.sample(buffer, batch_size)))
    s, s2 = torch.as_tensor(s), torch.as_tensor(s2)
    a = torch.as_tensor(a).unsqueeze(1)
    r = torch.as_tensor(r, dtype=torch.float32)
    d = torch.as_tensor(d, dtype=torch.float32)
    q_sa = q(s).gather(1, a).squeeze(1)
    with torch.no_grad():
        y = r + gamma * (1 - d) * target(s2).max(1).values
    loss = (q_sa - y).pow(2).mean()
    optim.zero_grad()
    loss.backward()
    optim.step()
    return loss.item()


@torch.no_grad()
def evaluate(q):
    env, wins, starts = GridWorld(), 0, 0
    for i in range(SIZE):
        for j in range(SIZE):
            if (i, j) == GOAL or (i, j) in PITS:
                continue
            s, done, starts = env.reset((i, j)), False, starts + 1
            while not done:
                s, r, done = env.step(int(q(torch.from_numpy(s)).argmax()))
            wins += r == 1.0
    return wins / starts


env, buffer = GridWorld(), deque(maxlen=10000)
q_net = make_q()
target_net = copy.deepcopy(q_net)
optim = torch.optim.Adam(q_net.parameters(), lr=1e-3)
state, losses = env.reset(), []
for step in range(1, 6001):
    eps = max(0.1, 1.0 - step / 3000)
    if random.random() < eps:
        action = random.randrange(4)
    else:
        with torch.no_grad():
            action = int(q_net(torch.from_numpy(state)).argmax())
    nxt, reward, done = env.step(action)
    buffer.append((state, action, reward, nxt, float(done)))
    state = env.reset() if done else nxt
    if len(buffer) >= 500:
        losses.append(learn(q_net, target_net, optim, buffer))
    if step % 200 == 0:
        target_net.load_state_dict(q_net.state_dict())
    if step % 1000 == 0:
        print(f"step {step} eps {eps:.2f} td-loss {np.mean(losses[-500:]):.4f} success rate {evaluate(q_net):.2f}")
