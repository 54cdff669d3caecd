import torch
from torch import nn
from torch.nn import functional as F

from gripper.replay import PrioritizedBuffer, ReplayBuffer


class Agent:
    def __init__(self, capacity=10_000, prioritized=False, gamma=0.95, epsilon=0.2):
        self.net = nn.Sequential(nn.Linear(2, 32), nn.ReLU(), nn.Linear(32, 3))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)
        self.buffer = (PrioritizedBuffer if prioritized else ReplayBuffer)(capacity)
        self.gamma = gamma
        self.epsilon = epsilon

    @torch.no_grad()
    def act(self, state):
        if torch.rand(()) < self.epsilon:
            return int(torch.randint(3, ()))
        return int(self.net(state).argmax())

    def learn(self, count=32):
        state, action, reward, following, done = self.buffer.sample(count)
        with torch.no_grad():
            best = self.net(following).amax(dim=1)
            target = reward.float() + self.gamma * best * ~done
        value = self.net(state).gather(1, action[:, None]).squeeze(1)
        loss = F.smooth_l1_loss(value, target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if isinstance(self.buffer, PrioritizedBuffer):
            self.buffer.update((value - target).tolist())
        return loss.item()
