"""Regress melting temperature shifts of point mutants on sequence features."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


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
    loader = DataLoader(data, batch_size=32, shuffle=True)
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
        if epoch % 50 == 0:
            print(f"epoch {epoch}: loss {total / len(data):.4f}  R2 {r2(net, loader):.3f}")
    print(f"finished, R2 {r2(net, loader):.3f}")


if __name__ == "__main__":
    main()
