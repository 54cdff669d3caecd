import torch


class Arm:
    """Move a gripper on a line until it is above the cup."""

    def __init__(self, seed=0):
        self.generator = torch.Generator().manual_seed(seed)

    def reset(self):
        self.gripper, self.cup = torch.rand(2, generator=self.generator).tolist()
        self.steps = 0
        return self.state()

    def state(self):
        return torch.tensor([self.gripper, self.cup])

    def step(self, action):
        self.gripper += (-0.1, 0.0, 0.1)[action]
        self.steps += 1
        distance = abs(self.gripper - self.cup)
        return self.state(), -distance, distance < 0.05 or self.steps >= 20
