import torch
from torch.nn import functional as F


class Forecaster:
    """Train a network once, ask it often."""

    def __init__(self, net, lr=1e-2):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters(), lr=lr)

    def fit(self, x, y, steps=200):
        self.net.train()
        for _ in range(steps):
            loss = F.smooth_l1_loss(self.net(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        self.net.eval()
        return loss.item()

    @torch.no_grad()
    def predict(self, x):
        return self.net(x)

    @torch.no_grad()
    def predict_with_spread(self, x, passes=30):
        """Mean and deviation over passes with dropout left on."""
        self.net.train()
        results = torch.stack([self.net(x) for _ in range(passes)])
        return results.mean(dim=0), results.std(dim=0)
