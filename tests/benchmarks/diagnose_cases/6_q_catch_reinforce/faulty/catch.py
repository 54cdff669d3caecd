import random

import torch


class Catch:
    """A ball falls down a board; the paddle in the last row must be under it."""

    ROWS, COLS = 5, 4

    def __init__(self, rng):
        self.rng = rng

    def reset(self):
        self.row = 0
        self.ball = self.rng.randrange(self.COLS)
        self.paddle = self.rng.randrange(self.COLS)
        return self.observe()

    def observe(self):
        board = torch.zeros(2, self.COLS)
        board[0, self.ball] = 1
        board[1, self.paddle] = 1
        return torch.cat([board.flatten(), torch.tensor([self.row / self.ROWS])])

    def step(self, action):
        self.paddle = min(self.COLS - 1, max(0, self.paddle + action - 1))
        self.row += 1
        done = self.row == self.ROWS - 1
        reward = 0.0
        if done:
            reward = 1.0 if self.paddle == self.ball else -1.0
        return self.observe(), reward, done


def make_env(seed):
    return Catch(random.Random(seed))
