"""Minimal DQN on a slippery corridor with a decoy reward near the start."""
import copy
import random
from collections import deque
import numpy as np
import torch
import torch.nn as nn


class Corridor:
    def __init__(self, length=9, slip=0.1, rng=None):
        self.n, self.slip, self.rng = length, slip, rng

    def reset(self):
        self.pos, self.t = 1, 0
        return self._obs()

    def _obs(self):
        v = np.zeros(self.n, dtype=np.float32)
        v[self.pos] = 1.0
        return v

    def step(self, a):
        if self.rng.random() < self.slip:
            a = 1 - a
        self.pos += 1 if a == 1 else -1
        self.t += 1
        if self.pos == 0:
            return self._obs(), 0.1, True
        if self.pos == self.n - 1:
            return self._obs(), 1.0, True
        return self._obs(), 0.0, self.t >= 60


class Agent:
    gamma, batch, sync_every = 0.97, 32, 100

    def __init__(self, n_obs):
        self.q = nn.Sequential(nn.Linear(n_obs, 32), nn.ReLU(), nn.Linear(32, 2))
        self.target = copy.deepcopy(self.q)
        self.opt = torch.optim.Adam(self.q.parameters(), lr=3e-3)
        self.memory = deque(maxlen=5000)
        self.updates = 0

    def act(self, s, eps):
        if random.random() < eps:
            return random.randrange(2)
        with torch.no_grad():
            return int(self.q(torch.from_numpy(s)).argmax())

    def learn(self):
        if len(self.memory) < 200:
            return
        s, a, r, s2, d = zip(*random.sample(self.memory, self.batch))
        s, s2 = torch.from_numpy(np.stack(s)), torch.from_numpy(np.stack(s2))
        a, r, d = torch.tensor(a), torch.tensor(r), torch.tensor(d, dtype=torch.float32)
        with torch.no_grad():
            y = r + self.gamma * (1 - d) * self.target(s2).max(1).values
        pred = self.q(s).gather(1, a[:, None]).squeeze(1)
        loss = nn.functional.smooth_l1_loss(pred, y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.updates += 1


def evaluate(agent, env, episodes=50):
    total = 0.0
    for _ in range(episodes):
        s, done = env.reset(), False
        while not done:
            s, r, done = env.step(agent.act(s, 0.0))
            total += r
    return total / episodes


def main(seed=4):
    random.seed(seed)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    env, test_env = Corridor(rng=rng), Corridor(rng=np.random.default_rng(seed + 1))
    agent = Agent(env.n)
    step = episode = 0
    while step < 3000:
        s, done = env.reset(), False
        while not done:
            eps = max(0.1, 1.0 - step / 2000)
            a = agent.act(s, eps)
            s2, r, done = env.step(a)
            agent.memory.append((s, a, r, s2, done))
            s = s2
            step += 1
            agent.learn()
            if step % 1000 == 0:
                print(f"step {step} updates {agent.updates} greedy return {evaluate(agent, test_env):.3f}")
        episode += 1
    print(f"episodes {episode} final greedy return {evaluate(agent, test_env, 100):.3f}")


main()
