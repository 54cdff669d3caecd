import torch
from torch import nn

from field import Field, wanted
from settings import Settings


class Fitter:
    def __init__(self, settings=Settings()):
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.model = Field(settings.hidden)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=settings.lr)

    def step(self, points):
        loss = nn.functional.mse_loss(self.model(points), wanted(points))
        self.optimizer.zero_grad()
        loss.backward()
        if self.settings.max_norm is not None:
            nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.max_norm)
        self.optimizer.step()
        return loss.item()

    def run(self):
        """The loss of every step."""
        points = torch.rand(self.settings.points, 2) * 2 - 1
        return [self.step(points) for _ in range(self.settings.steps)]


def main():
    losses = Fitter().run()
    for number, loss in enumerate(losses):
        if number % 10 == 0:
            print(f"{number:4} {loss:.6f}")


if __name__ == "__main__":
    main()
