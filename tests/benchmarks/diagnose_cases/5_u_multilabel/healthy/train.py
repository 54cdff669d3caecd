import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset


class SceneTags(Dataset):
    """12x12 'scenes' in which up to six kinds of objects can be present at once."""

    def __init__(self, n, templates):
        self.y = (torch.rand(n, len(templates)) < 0.2).float()
        self.x = 0.25 * torch.randn(n, 1, 12, 12)
        for i in range(n):
            for k in self.y[i].nonzero().flatten().tolist():
                r, c = torch.randint(0, 8, (2,)).tolist()
                self.x[i, 0, r:r + 4, c:c + 4] += templates[k]

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class TagNet(nn.Module):
    def __init__(self, n_tags):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(1, 32, 4), nn.BatchNorm2d(32), nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
            nn.AdaptiveMaxPool2d(1), nn.Flatten(),
        )
        self.tags = nn.Linear(32, n_tags)

    def forward(self, x):
        return self.tags(self.conv(x))


def micro_f1(model, loader):
    model.eval()
    tp = fp = fn = 0
    with torch.no_grad():
        for x, y in loader:
            pred = torch.sigmoid(model(x)) > 0.5
            y = y.bool()
            tp += (pred & y).sum().item()
            fp += (pred & ~y).sum().item()
            fn += (~pred & y).sum().item()
    return 2 * tp / max(1, 2 * tp + fp + fn)


def main():
    torch.manual_seed(6)
    templates = [torch.randn(4, 4).sign() * 1.5 for _ in range(6)]
    train_loader = DataLoader(SceneTags(2000, templates), batch_size=50, shuffle=True)
    test_loader = DataLoader(SceneTags(500, templates), batch_size=250)
    model = TagNet(6)
    loss_fn = nn.BCEWithLogitsLoss()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(8):
        model.train()
        total = 0.0
        for x, y in train_loader:
            opt.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch + 1}: loss {total / len(train_loader):.4f} test micro-F1 {micro_f1(model, test_loader):.3f}")


if __name__ == "__main__":
    main()
