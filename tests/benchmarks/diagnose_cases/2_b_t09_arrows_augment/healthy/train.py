import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(30)
SIZE = 16
DIRECTIONS = ["left", "right", "up", "down"]


def draw_arrow(kind, g):
    img = torch.zeros(SIZE, SIZE)
    n = int(torch.randint(3, 5, (1,), generator=g))
    for k in range(n + 1):
        for s in (-1, 1):
            img[7 + s * k, 5 + k] = 1.0
    img[7, 5:13] = 0.8
    if kind == 1:
        img = img.flip(1)
    elif kind == 2:
        img = img.t()
    elif kind == 3:
        img = img.t().flip(0)
    dy, dx = torch.randint(-2, 3, (2,), generator=g).tolist()
    img = torch.roll(img, (dy, dx), (0, 1))
    return img + 0.25 * torch.randn(SIZE, SIZE, generator=g)


def random_shift(img):
    dy, dx = torch.randint(-1, 2, (2,)).tolist()
    return torch.roll(img, (dy, dx), (1, 2))


def random_hflip(img, p=0.5):
    return img.flip(2) if torch.rand(()) < p else img


def add_noise(img):
    return img + 0.1 * torch.randn_like(img)


class Arrows(Dataset):
    def __init__(self, n, seed, transforms=()):
        g = torch.Generator().manual_seed(seed)
        self.labels = torch.randint(0, 4, (n,), generator=g)
        self.images = torch.stack([draw_arrow(int(k), g) for k in self.labels]).unsqueeze(1)
        self.transforms = transforms

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        img = self.images[i]
        for t in self.transforms:
            img = t(img)
        return img, self.labels[i]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 12, 3, padding=1)
        self.conv2 = nn.Conv2d(12, 24, 3, padding=1)
        self.fc = nn.Linear(24 * 4 * 4, 4)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc(x.flatten(1))


train_ds = Arrows(1000, 1, transforms=[random_shift, add_noise])
test_ds = Arrows(400, 2)
loader = DataLoader(train_ds, batch_size=25, shuffle=True)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
for epoch in range(12):
    net.train()
    total = 0.0
    for x, y in loader:
        opt.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        opt.step()
        total += loss.item()
    net.eval()
    with torch.no_grad():
        acc = (net(test_ds.images).argmax(1) == test_ds.labels).float().mean().item()
    print(f"epoch {epoch + 1} loss {total / len(loader):.4f} test acc {acc:.3f}")
