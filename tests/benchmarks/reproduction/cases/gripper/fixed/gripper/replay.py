import random

import torch


class ReplayBuffer:
    """The last `capacity` transitions of the robot."""

    def __init__(self, capacity=10_000, seed=0):
        self.capacity = capacity
        self.transitions = []
        self.position = 0
        self.random = random.Random(seed)

    def __len__(self):
        return len(self.transitions)

    def push(self, *transition):
        if len(self) < self.capacity:
            self.transitions.append(transition)
        else:
            self.transitions[self.position] = transition
        self.position = (self.position + 1) % self.capacity

    def sample(self, count):
        return self.stack(self.random.sample(self.transitions, count))

    @staticmethod
    def stack(transitions):
        return tuple(torch.stack([torch.as_tensor(x) for x in part]) for part in zip(*transitions))


class PrioritizedBuffer(ReplayBuffer):
    """Surprising transitions are drawn more often."""

    def __init__(self, capacity=10_000, alpha=0.6, seed=0):
        super().__init__(capacity, seed)
        self.alpha = alpha
        self.priorities = []

    def push(self, *transition):
        priority = max(self.priorities, default=1.0)
        if len(self) < self.capacity:
            self.priorities.append(priority)
        else:
            self.priorities[self.position] = priority
        super().push(*transition)

    def sample(self, count):
        weights = [priority**self.alpha for priority in self.priorities]
        self.drawn = self.random.choices(range(len(self)), weights, k=count)
        return self.stack([self.transitions[index] for index in self.drawn])

    def update(self, errors):
        """New priorities for the transitions that were drawn last."""
        for index, error in zip(self.drawn, errors):
            self.priorities[index] = abs(float(error)) + 1e-3
