import copy
import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from env import Maze


class QNet(nn.Module):
    def __init__(self, n_obs, n_act, width=64):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(n_obs, width), nn.Linear(width, width), nn.Linear(width, n_act)])

    def forward(self, x):
        for layer in self.layers:
            x = F.relu(layer(x))
        return x


class Agent:
    def __init__(self, n_obs, n_act, gamma=0.95, lr=1e-3):
        self.q = QNet(n_obs, n_act)
        self.target = copy.deepcopy(self.q)
        self.opt = torch.optim.Adam(self.q.parameters(), lr=lr)
        self.gamma, self.n_act = gamma, n_act
        self.memory = deque(maxlen=10000)

    def act(self, s, eps):
        if random.random() < eps:
            return random.randrange(self.n_act)
        with torch.no_grad():
            return int(self.q(torch.from_numpy(s)).argmax())

    def learn(self, batch_size=64):
        batch = random.sample(self.memory, batch_size)
        s, a, r, s2, d = zip(*batch)
        s, s2 = torch.from_numpy(np.stack(s)), torch.from_numpy(np.stack(s2))
        a = torch.tensor(a)
        r, d = torch.tensor(r), torch.tensor(d, dtype=torch.float32)
        q = self.q(s).gather(1, a[:, None]).squeeze(1)
        with torch.no_grad():
            y = r + self.gamma * (1 - d) * self.target(s2).max(1).values
        loss = F.smooth_l1_loss(q, y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


def evaluate(agent, env, episodes=20):
    total = 0.0
    for _ in range(episodes):
        s, stop = env.reset(), False
        while not stop:
            s, r, done, cut = env.step(agent.act(s, 0.0))
            total += r
            stop = done or cut
    return total / episodes


def run(seed=0, episodes=200):
    random.seed(seed)
    torch.manual_seed(seed)
    env = Maze(np.random.default_rng(seed))
    agent = Agent(env.n_obs, 4)
    steps = 0
    for ep in range(episodes):
        eps = max(0.1, 1.0 - ep / 100)
        s, stop, losses = env.reset(explore=True), False, []
        while not stop:
            a = agent.act(s, eps)
            s2, r, done, cut = env.step(a)
            agent.memory.append((s, a, r, s2, done))
            s, stop = s2, done or cut
            steps += 1
            if len(agent.memory) >= 500 and steps % 2 == 0:
                losses.append(agent.learn())
            if steps % 100 == 0:
                agent.target.load_state_dict(agent.q.state_dict())
        if (ep + 1) % 50 == 0:
            print(f"episode {ep + 1}  eps {eps:.2f}  td loss {np.mean(losses or [0]):.4f}  "
                  f"greedy return {evaluate(agent, env, 5):.1f}")
    print(f"final greedy return over 20 episodes: {evaluate(agent, env):.2f} (limit -40)")


if __name__ == "__main__":
    run()
