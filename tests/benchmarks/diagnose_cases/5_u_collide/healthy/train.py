"""Classify two-particle collisions from momenta with a deep tanh network."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class TanhBlock(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.lin = nn.Linear(d_in, d_out)

    def forward(self, x):
        return torch.tanh(self.lin(x))


class CollisionNet(nn.Module):
    def __init__(self, d_in=12, width=100, depth=6, classes=3):
        super().__init__()
        dims = [d_in] + [width] * depth
        self.body = nn.Sequential(*[TanhBlock(a, b) for a, b in zip(dims, dims[1:])])
        self.head = nn.Linear(width, classes)
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, nn.Linear):
            nn.init.xavier_normal_(m.weight)
            nn.init.zeros_(m.bias)

    def forward(self, x):
        return self.head(self.body(x))


def collisions(n):
    p = torch.randn(n, 12)
    mass = (p[:, :6] * p[:, 6:]).sum(1)
    y = torch.bucketize(mass, torch.tensor([-1.2, 1.2]))
    return p, y


class Experiment:
    def __init__(self, seed=23, epochs=14):
        torch.manual_seed(seed)
        self.epochs = epochs
        self.model = CollisionNet()
        self.opt = torch.optim.Adam(self.model.parameters(), lr=1e-3)
        self.sched = torch.optim.lr_scheduler.StepLR(self.opt, step_size=10, gamma=0.3)
        self.train_dl = DataLoader(TensorDataset(*collisions(6000)), batch_size=100, shuffle=True)
        self.test = collisions(1000)

    def run(self):
        for epoch in range(self.epochs):
            losses = []
            for x, y in self.train_dl:
                loss = nn.functional.cross_entropy(self.model(x), y)
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
                losses.append(loss.item())
            self.sched.step()
            with torch.no_grad():
                acc = (self.model(self.test[0]).argmax(1) == self.test[1]).float().mean().item()
            print(f"epoch {epoch:2d} loss {sum(losses) / len(losses):.4f} acc {acc:.3f}")


Experiment().run()
