import numpy as np


class SliderEnv:
    """Many carts on rails at once; keep each cart close to its own target position."""

    ACTIONS = np.array([-1.0, 0.0, 1.0])

    def __init__(self, count, seed):
        self.count = count
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.pos = self.rng.uniform(-1, 1, self.count)
        self.target = self.rng.uniform(-1, 1, self.count)
        return self.observe()

    def observe(self):
        return np.stack([self.pos, self.target], axis=1).astype("float32")

    def step(self, action):
        self.pos = np.clip(self.pos + 0.25 * self.ACTIONS[action] + self.rng.normal(0, 0.02, self.count), -1.5, 1.5)
        return self.observe(), -np.abs(self.pos - self.target)
