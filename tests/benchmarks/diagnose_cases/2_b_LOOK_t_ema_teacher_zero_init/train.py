import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(50)


class Residual(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(d, d), nn.Linear(d, d)
        nn.init.zeros_(self.fc2.weight)
        nn.init.zeros_(self.fc2.bias)

    def forward(self, x):
        return x + self.fc2(F.relu(self.fc1(x)))


def build():
    return nn.Sequential(nn.Linear(2, 48), nn.ReLU(), *[Residual(48) for _ in range(3)], nn.Linear(48, 2))


def moons(n, noise=0.12):
    y = torch.randint(0, 2, (n,))
    a = torch.rand(n) * 3.14159
    x = torch.stack([a.cos() + y, a.sin() * (1 - 2 * y) + 0.4 * y], 1)
    return x + noise * torch.randn(n, 2), y


labelled, labels = moons(60)
unlabelled, _ = moons(2000)
x_test, y_test = moons(1000)

student = build()
teacher = copy.deepcopy(student)
for p in teacher.parameters():
    p.requires_grad_(False)

opt = torch.optim.Adam(student.parameters(), lr=2e-3)
for step in range(1500):
    u = unlabelled[torch.randint(0, len(unlabelled), (64,))]
    with torch.no_grad():
        target = F.softmax(teacher(u + 0.05 * torch.randn_like(u)), -1)
    sup = F.cross_entropy(student(labelled + 0.05 * torch.randn_like(labelled)), labels)
    cons = F.mse_loss(F.softmax(student(u + 0.05 * torch.randn_like(u)), -1), target)
    loss = sup + min(1.0, step / 500) * 2.0 * cons
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for pt, ps in zip(teacher.parameters(), student.parameters()):
            pt.mul_(0.99).add_(ps, alpha=0.01)
    if (step + 1) % 300 == 0:
        with torch.no_grad():
            acc = (teacher(x_test).argmax(1) == y_test).float().mean().item()
        print(f"step {step + 1} sup {sup.item():.4f} cons {cons.item():.5f} teacher acc {acc:.3f}")
