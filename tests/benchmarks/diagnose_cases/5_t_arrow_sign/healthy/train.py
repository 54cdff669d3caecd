"""Traffic arrow classification with a small CNN."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader

from data import ArrowSigns, CLASSES, Compose, RandomHorizontalFlip, RandomNoise, RandomShift

torch.manual_seed(8)

train_tf = Compose([
    RandomShift(2),
    RandomNoise(0.3),
])
test_tf = Compose([RandomShift(2), RandomNoise(0.3)])

train_loader = DataLoader(ArrowSigns(900, train_tf), batch_size=30, shuffle=True)
test_loader = DataLoader(ArrowSigns(400, test_tf), batch_size=100)

model = nn.Sequential(
    nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Linear(16 * 4 * 4, 32), nn.ReLU(), nn.Linear(32, len(CLASSES)),
)
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
ce = nn.CrossEntropyLoss()

for epoch in range(10):
    model.train()
    loss_sum = 0.0
    for x, y in train_loader:
        opt.zero_grad()
        loss = ce(model(x), y)
        loss.backward()
        opt.step()
        loss_sum += loss.item() * len(y)
    model.eval()
    hit = torch.zeros(4)
    cnt = torch.zeros(4)
    with torch.no_grad():
        for x, y in test_loader:
            ok = (model(x).argmax(1) == y).float()
            for c in range(4):
                hit[c] += ok[y == c].sum()
                cnt[c] += (y == c).sum()
    per_class = {n: round((hit[c] / cnt[c]).item(), 2) for c, n in enumerate(CLASSES)}
    print(f"epoch {epoch} loss {loss_sum / 900:.4f} test acc {(hit.sum() / cnt.sum()).item():.3f} {per_class}")
