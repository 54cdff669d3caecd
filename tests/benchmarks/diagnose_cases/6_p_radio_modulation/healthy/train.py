import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from capture import record


def conv_block(cin, cout):
    return nn.Sequential(nn.Conv1d(cin, cout, 7, padding=3), nn.BatchNorm1d(cout), nn.ReLU(), nn.MaxPool1d(2))


class ModNet(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.features = nn.Sequential(conv_block(2, 16), conv_block(16, 32), conv_block(32, 32))
        self.head = nn.Linear(64, n_classes)

    def forward(self, iq):
        f = self.features(iq)
        return self.head(torch.cat([f.mean(-1), f.amax(-1)], dim=1))


def main():
    torch.manual_seed(121)
    rng = np.random.default_rng(121)
    x, y, n_classes = record(2000, 128, rng)
    data = TensorDataset(torch.from_numpy(x), torch.from_numpy(y))
    train, val = torch.utils.data.random_split(data, [1600, 400])
    train_dl = DataLoader(train, batch_size=40, shuffle=True)
    val_dl = DataLoader(val, batch_size=200)

    model = ModNet(n_classes)
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(8):
        model.train()
        for xb, yb in train_dl:
            opt.zero_grad()
            loss = loss_fn(model(xb), yb)
            loss.backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            acc = sum((model(xb).argmax(1) == yb).sum().item() for xb, yb in val_dl) / len(val)
        print(f"epoch {epoch + 1}  last batch loss {loss.item():.3f}  val acc {acc:.3f}")


if __name__ == "__main__":
    main()
