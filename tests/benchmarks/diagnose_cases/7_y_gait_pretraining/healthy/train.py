"""Two stages: (1) masked reconstruction on unlabelled accelerometer windows,
(2) activity recognition with the encoder kept fixed and a small labelled set."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(21)
T = 64
N_ACT = 4


def windows(n):
    act = torch.randint(0, N_ACT, (n,))
    t = torch.arange(T).float()
    base = torch.tensor([2.0, 4.0, 6.0, 9.0])[act].unsqueeze(1)
    f = base * (1 + 0.06 * torch.randn(n, 1))
    ph = 2 * math.pi * torch.rand(n, 1)
    x1 = torch.sin(2 * math.pi * f * t / T + ph)
    x2 = 0.6 * torch.sin(4 * math.pi * f * t / T + 2 * ph)
    return torch.stack([x1, x2], 1) + 0.3 * torch.randn(n, 2, T), act


class Encoder(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.c1 = nn.Conv1d(2, width, 9, padding=4)
        self.c2 = nn.Conv1d(width, width, 9, padding=4)

    def forward(self, x):
        return F.relu(self.c2(F.relu(self.c1(x))))


class GaitModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.head = nn.Conv1d(32, 2, 1)

    def forward(self, x):
        return self.head(self.encoder(x))


class ActivityHead(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.fc = nn.Sequential(nn.Linear(2 * width, 32), nn.ReLU(), nn.Linear(32, N_ACT))

    def forward(self, h):
        return self.fc(torch.cat([h.mean(2), h.amax(2)], 1))


model = GaitModel()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)

# ---- stage 1
unlabelled, _ = windows(2000)
for epoch in range(6):
    total = 0.0
    for x in unlabelled[torch.randperm(len(unlabelled))].split(50):
        keep = (torch.rand(len(x), 1, T) > 0.25).float()
        loss = ((model(x * keep) - x) ** 2 * (1 - keep)).sum() / ((1 - keep).sum() * 2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"pretrain {epoch + 1}: masked mse {total / 40:.4f}")

# ---- stage 2
x_lab, y_lab = windows(400)
x_test, y_test = windows(600)
for p in model.encoder.parameters():
    p.requires_grad_(False)
model.head = ActivityHead()
optimizer = torch.optim.Adam(model.head.parameters(), lr=2e-3)

for epoch in range(40):
    total = 0.0
    for idx in torch.randperm(len(x_lab)).split(40):
        loss = F.cross_entropy(model(x_lab[idx]), y_lab[idx])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    if (epoch + 1) % 10 == 0:
        with torch.no_grad():
            acc = (model(x_test).argmax(1) == y_test).float().mean().item()
        print(f"finetune {epoch + 1}: loss {total / 10:.4f}  test accuracy {acc:.3f}")
