# Find the centre (x, y) of a bright spot in a noisy 20x20 picture.
import torch
from torch import nn, optim
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(21)


class SpotDataset(Dataset):
    def __init__(self, n, size=20):
        self.size = size
        self.centers = torch.rand(n, 2) * (size - 6) + 3
        yy, xx = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
        d = (xx - self.centers[:, 0, None, None]) ** 2 + (yy - self.centers[:, 1, None, None]) ** 2
        self.images = (torch.exp(-d / 4) + 0.1 * torch.randn(n, size, size)).unsqueeze(1)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return self.images[i], self.centers[i] / self.size * 2 - 1


def build_model():
    return nn.Sequential(
        nn.Conv2d(1, 8, 3), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 12, 3), nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.LazyLinear(64), nn.ReLU(),
        nn.Linear(64, 2),
    )


train_loader = DataLoader(SpotDataset(1500), batch_size=50, shuffle=True)
test_loader = DataLoader(SpotDataset(400), batch_size=200)
model = build_model()
model(torch.zeros(1, 1, 20, 20))
criterion = nn.SmoothL1Loss(beta=0.1)
optimizer = optim.Adam(model.parameters(), lr=2e-3)


def evaluate():
    model.eval()
    err, n = 0.0, 0
    with torch.no_grad():
        for x, y in test_loader:
            err += (model(x) - y).norm(dim=1).sum().item() * 10
            n += len(x)
    return err / n


for epoch in range(1, 10):
    model.train()
    total = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch:2d} loss {total / len(train_loader):.4f} mean error {evaluate():.2f} px")
