import copy
import random
from collections import deque

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def q_network(n_obs, n_actions):
    return nn.Sequential(
        nn.Linear(n_obs, 64), nn.ReLU(),
        nn.Linear(64, 64), nn.ReLU(),
        nn.Linear(64, n_actions),
    )


class DQN:
    def __init__(self, n_obs, n_actions, gamma=0.95, lr=1e-3, capacity=10000):
        self.online = q_network(n_obs, n_actions)
        self.target = copy.deepcopy(self.online)
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=lr)
        self.buffer = deque(maxlen=capacity)
        self.gamma = gamma
        self.n_actions = n_actions

    def act(self, obs, epsilon):
        if random.random() < epsilon:
            return random.randrange(self.n_actions)
        with torch.no_grad():
            return self.online(torch.from_numpy(obs)).argmax().item()

    def remember(self, *transition):
        self.buffer.append(transition)

    def learn(self, batch_size=64):
        obs, act, rew, nxt, done = zip(*random.sample(self.buffer, batch_size))
        obs = torch.from_numpy(np.stack(obs))
        nxt = torch.from_numpy(np.stack(nxt))
        act = torch.tensor(act).unsqueeze(1)
        rew = torch.tensor(rew)
        done = torch.tensor(done, dtype=torch.float32)
        with torch.no_grad():
            goal = rew + self.gamma * (1 - done) * self.target(nxt).max(1).values
        q = self.online(obs).gather(1, act).squeeze(1)
        loss = F.smooth_l1_loss(q, goal)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def sync(self):
        self.target.load_state_dict(self.online.state_dict())
