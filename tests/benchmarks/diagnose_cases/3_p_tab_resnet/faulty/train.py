import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

CONFIG = {
    "batch_size": 2,
    "epochs": 5,
    "lr": 4e-3,
    "channels": 16,
    "seed": 19,
}


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc1 = nn.Linear(width, width)
        self.bn1 = nn.BatchNorm1d(width)
        self.fc2 = nn.Linear(width, width)
        self.bn2 = nn.BatchNorm1d(width)

    def forward(self, x):
        h = F.relu(self.bn1(self.fc1(x)))
        return F.relu(x + self.bn2(self.fc2(h)))


class TabResNet(nn.Module):
    def __init__(self, n_in, n_out, width, depth=2):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(n_in, width), nn.BatchNorm1d(width), nn.ReLU())
        self.blocks = nn.Sequential(*[Block(width) for _ in range(depth)])
        self.head = nn.Linear(width, n_out)

    def forward(self, x):
        return self.head(self.blocks(self.stem(x)))


def synth(n, gen):
    x = torch.randn(n, 10, generator=gen)
    score = torch.stack([x[:, 0] * x[:, 1], x[:, 2] + 0.5 * x[:, 3] ** 2 - 0.5, x[:, 4] - x[:, 5]], 1)
    return x, score.argmax(1)


def main():
    torch.manual_seed(CONFIG["seed"])
    gen = torch.Generator().manual_seed(CONFIG["seed"])
    train = TensorDataset(*synth(900, gen))
    x_test, y_test = synth(500, gen)
    loader = DataLoader(train, batch_size=CONFIG["batch_size"], shuffle=True)
    model = TabResNet(10, 3, CONFIG["channels"] * 2)
    opt = torch.optim.Adam(model.parameters(), lr=CONFIG["lr"])
    for epoch in range(CONFIG["epochs"]):
        model.train()
        total = 0.0
        for x, y in loader:
            opt.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            opt.step()
            total += loss.item()
        model.eval()
        with torch.no_grad():
            out = model(x_test)
        acc = (out.argmax(1) == y_test).float().mean().item()
        print(f"epoch {epoch + 1} train loss {total / len(loader):.3f} test loss {F.cross_entropy(out, y_test):.3f} acc {acc:.3f}")


main()
