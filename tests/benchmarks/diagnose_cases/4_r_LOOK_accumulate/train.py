"""Species counts from audio features; micro-batches because of memory, 4 of them per update."""
import torch
import torch.nn as nn

MICRO = 16
ACCUM = 4


def make(n):
    x = torch.randn(n, 10)
    w = torch.linspace(-1, 1, 10)
    a = torch.sin(x @ w / 2) + 0.5 * torch.tanh(x[:, 0] * x[:, 1])
    y = torch.bucketize(a, torch.tensor([-0.4, 0.3, 0.9]))
    return x, y


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(10, 64), nn.LayerNorm(64), nn.GELU(),
                               nn.Linear(64, 64), nn.LayerNorm(64), nn.GELU(), nn.Linear(64, 4))

    def forward(self, x):
        return self.f(x)


def main():
    torch.manual_seed(0)
    x, y = make(4000)
    x_te, y_te = make(800)
    net = Net()
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.01)
    crit = nn.CrossEntropyLoss()
    for epoch in range(8):
        net.train()
        micro = torch.randperm(len(x)).split(MICRO)
        total = 0.0
        opt.zero_grad()
        for i, idx in enumerate(micro):
            loss = crit(net(x[idx]), y[idx]) / ACCUM
            loss.backward()
            total += loss.item() * ACCUM
            if (i + 1) % ACCUM == 0 or i + 1 == len(micro):
                torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
                opt.step()
                opt.zero_grad()
        net.eval()
        with torch.no_grad():
            acc = (net(x_te).argmax(1) == y_te).float().mean()
        print(f"epoch {epoch} loss {total / len(micro):.4f} acc {acc:.3f}")


if __name__ == "__main__":
    main()
