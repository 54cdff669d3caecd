import numpy as np


class Warehouse:
    """A robot on a 6x6 floor with shelves; every move costs 1 until the dock is reached."""

    SIZE = 6
    SHELVES = {(1, 1), (1, 2), (1, 3), (3, 2), (3, 3), (3, 4), (4, 0)}
    DOCK = (5, 5)
    MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]

    def __init__(self, seed, max_steps=30):
        self.rng = np.random.default_rng(seed)
        self.max_steps = max_steps
        self.free = [(r, c) for r in range(self.SIZE) for c in range(self.SIZE)
                     if (r, c) not in self.SHELVES and (r, c) != self.DOCK]

    def obs(self):
        v = np.zeros(2 * self.SIZE, dtype=np.float32)
        v[self.pos[0]] = 1
        v[self.SIZE + self.pos[1]] = 1
        return v

    def reset(self, start=None):
        self.pos = start or self.free[self.rng.integers(len(self.free))]
        self.t = 0
        return self.obs()

    def step(self, action):
        dr, dc = self.MOVES[action]
        nxt = (self.pos[0] + dr, self.pos[1] + dc)
        inside = 0 <= nxt[0] < self.SIZE and 0 <= nxt[1] < self.SIZE
        if inside and nxt not in self.SHELVES:
            self.pos = nxt
        self.t += 1
        done = self.pos == self.DOCK
        return self.obs(), -1.0, done, self.t >= self.max_steps
