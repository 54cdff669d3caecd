import random

import torch


class GridWorld:
    """5x5 grid, goal in the corner (+1), two pits (-1), small cost for each move."""

    SIZE = 5
    GOAL = (4, 4)
    PITS = {(1, 3), (3, 2)}
    MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
    n_states = SIZE * SIZE
    n_actions = 4

    def free_cells(self):
        cells = [(r, c) for r in range(self.SIZE) for c in range(self.SIZE)]
        return [p for p in cells if p != self.GOAL and p not in self.PITS]

    def reset(self, cell=None):
        self.pos = cell or random.choice(self.free_cells())
        return self.encode()

    def encode(self):
        v = torch.zeros(self.n_states)
        v[self.pos[0] * self.SIZE + self.pos[1]] = 1.0
        return v

    def step(self, action):
        dr, dc = self.MOVES[action]
        r = min(max(self.pos[0] + dr, 0), self.SIZE - 1)
        c = min(max(self.pos[1] + dc, 0), self.SIZE - 1)
        self.pos = (r, c)
        if self.pos == self.GOAL:
            return self.encode(), 1.0, True
        if self.pos in self.PITS:
            return self.encode(), -1.0, True
        return self.encode(), -0.01, False
