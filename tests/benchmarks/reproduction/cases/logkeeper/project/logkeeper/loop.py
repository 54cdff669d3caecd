import torch
from torch import nn

from logkeeper.meters import MeterBoard


class Loop:
    """Trains a regressor on a stream of batches that does not end."""

    def __init__(self, width=512, depth=3, lr=1e-3):
        layers = []
        for _ in range(depth):
            layers += [nn.Linear(width, width), nn.ReLU()]
        self.model = nn.Sequential(*layers, nn.Linear(width, 1))
        self.width = width
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=lr)
        self.board = MeterBoard()

    def batch(self, size):
        x = torch.randn(size, self.width)
        return x, x[:, :1].abs()

    def error(self, x, y):
        return nn.functional.mse_loss(self.model(x), y)

    def step(self, x, y):
        loss = self.error(x, y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        fresh = self.error(*self.batch(len(x)))
        self.board.add(len(x), loss=loss.item(), fresh=fresh)

    def run(self, steps, batch_size=256, every=50):
        for number in range(steps):
            self.step(*self.batch(batch_size))
            if (number + 1) % every == 0:
                print(f"{number + 1}  {self.board.line()}")
