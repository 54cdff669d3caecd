import numpy as np

LAYOUT = [
    "S..#..",
    ".#.#..",
    ".#....",
    "...##.",
    ".#..#.",
    ".##..G",
]
MOVES = [(-1, 0), (0, 1), (1, 0), (0, -1)]


class Maze:
    """Every move costs one point, the episode ends at G or after `limit` moves."""

    def __init__(self, rng, limit=40, slip=0.05):
        self.h, self.w = len(LAYOUT), len(LAYOUT[0])
        self.rng, self.limit, self.slip = rng, limit, slip
        self.free = [(r, c) for r in range(self.h) for c in range(self.w) if LAYOUT[r][c] != "#"]
        self.goal = (self.h - 1, self.w - 1)

    @property
    def n_obs(self):
        return self.h * self.w

    def obs(self):
        v = np.zeros(self.n_obs, dtype=np.float32)
        v[self.pos[0] * self.w + self.pos[1]] = 1.0
        return v

    def reset(self, explore=False):
        self.t = 0
        if explore:
            starts = [p for p in self.free if p != self.goal]
            self.pos = starts[self.rng.integers(len(starts))]
        else:
            self.pos = (0, 0)
        return self.obs()

    def step(self, a):
        self.t += 1
        if self.rng.random() < self.slip:
            a = int(self.rng.integers(4))
        dr, dc = MOVES[a]
        nxt = (self.pos[0] + dr, self.pos[1] + dc)
        if nxt in self.free:
            self.pos = nxt
        done = self.pos == self.goal
        return self.obs(), -1.0, done, self.t >= self.limit
