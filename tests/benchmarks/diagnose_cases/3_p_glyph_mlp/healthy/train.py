"""Handwritten-like glyph recognition with a fully connected network."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class GlyphNet(nn.Module):
    def __init__(self, n_in=100, n_hidden=64, n_out=10):
        super().__init__()
        self.fc1 = nn.Linear(n_in, n_hidden)
        self.fc2 = nn.Linear(n_hidden, n_hidden)
        self.out = nn.Linear(n_hidden, n_out)
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, nn.Linear):
            nn.init.kaiming_uniform_(m.weight, nonlinearity="relu")
            nn.init.zeros_(m.bias)

    def forward(self, x):
        x = F.relu(self.fc1(x.flatten(1)))
        x = F.relu(self.fc2(x))
        return self.out(x)


class Trainer:
    def __init__(self, model, lr=2e-3, batch_size=64):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.batch_size = batch_size

    def fit(self, data, val, epochs):
        x, y = data
        for epoch in range(1, epochs + 1):
            self.model.train()
            total = 0.0
            for idx in torch.randperm(len(x)).split(self.batch_size):
                loss = F.cross_entropy(self.model(x[idx]), y[idx])
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
                total += loss.item() * len(idx)
            print(f"[{epoch:02d}] loss {total / len(x):.4f}  val acc {self.score(*val):.3f}")

    @torch.no_grad()
    def score(self, x, y):
        self.model.eval()
        return (self.model(x).argmax(1) == y).float().mean().item()


def glyphs(n, templates):
    y = torch.randint(len(templates), (n,))
    x = templates[y]
    flip = (torch.rand_like(x) < 0.12).float()
    x = (x + flip) % 2
    return x + 0.2 * torch.randn_like(x) - 0.5, y


if __name__ == "__main__":
    torch.manual_seed(42)
    templates = (torch.rand(10, 10, 10) < 0.5).float()
    train, val = glyphs(2000, templates), glyphs(500, templates)
    Trainer(GlyphNet()).fit(train, val, epochs=15)
