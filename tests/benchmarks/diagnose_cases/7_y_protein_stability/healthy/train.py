"""Regress melting temperature shifts of point mutants on sequence features."""
import copy

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data import random_split


class MutantTable:
    def __init__(self, n=300, d=6, seed=0):
        g = torch.Generator().manual_seed(seed)
        self.x = torch.randn(n, d, generator=g)
        signal = self.x[:, 0] + 0.8 * self.x[:, 1] - 0.7 * self.x[:, 2] + 0.5 * self.x[:, 3] * self.x[:, 0]
        self.y = signal + 1.0 * torch.randn(n, generator=g)
        self.y = (self.y - self.y.mean()) / self.y.std()

    def dataset(self):
        return TensorDataset(self.x, self.y)


def make_net(d):
    return nn.Sequential(nn.Linear(d, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 1))


def r2(net, loader):
    net.eval()
    with torch.no_grad():
        pairs = [(net(x).squeeze(1), y) for x, y in loader]
    p, y = torch.cat([a for a, _ in pairs]), torch.cat([b for _, b in pairs])
    return 1 - ((p - y) ** 2).sum().item() / ((y - y.mean()) ** 2).sum().item()


def main():
    torch.manual_seed(1)
    data = MutantTable().dataset()
    data, held = random_split(data, [225, 75])
    loader = DataLoader(data, batch_size=32, shuffle=True)
    held_loader = DataLoader(held, batch_size=75)
    best, best_state, waited = -1e9, None, 0
    net = make_net(6)
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
    mse = nn.MSELoss()
    for epoch in range(1, 401):
        net.train()
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = mse(net(x).squeeze(1), y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(x)
        score = r2(net, held_loader)
        print(f"epoch {epoch}: loss {total / len(data):.4f}  held-out R2 {score:.3f}")
        if score > best:
            best, best_state, waited = score, copy.deepcopy(net.state_dict()), 0
        else:
            waited += 1
        if waited >= 15:
            break
    net.load_state_dict(best_state)
    print(f"finished, held-out R2 {r2(net, held_loader):.3f}")


if __name__ == "__main__":
    main()
