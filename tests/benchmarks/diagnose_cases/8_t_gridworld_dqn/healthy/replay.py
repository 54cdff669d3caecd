import random
from collections import deque

import torch


class ReplayBuffer:
    def __init__(self, capacity):
        self.items = deque(maxlen=capacity)

    def push(self, s, a, r, s2, done):
        self.items.append((s, a, r, s2, float(done)))

    def sample(self, n):
        s, a, r, s2, done = zip(*random.sample(self.items, n))
        return (torch.stack(s), torch.tensor(a).unsqueeze(1), torch.tensor(r), torch.stack(s2), torch.tensor(done))
