# Adapting a frozen network to a shifted task with low-rank adapters
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(20)


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, rank=4, alpha=8.0):
        super().__init__()
        self.base = base
        self.base.weight.requires_grad_(False)
        self.base.bias.requires_grad_(False)
        self.A = nn.Parameter(torch.randn(rank, base.in_features) * 0.05)
        self.B = nn.Parameter(torch.zeros(base.out_features, rank))
        self.scale = alpha / rank

    def forward(self, x):
        return self.base(x) + self.scale * F.linear(F.linear(x, self.A), self.B)


centres = torch.randn(6, 20) * 1.2
rotation = torch.linalg.qr(torch.randn(20, 20))[0]
low_rank_shift = torch.eye(20) + 1.2 * torch.randn(20, 2) @ torch.randn(2, 20) / 4.5


def task(n, shifted):
    y = torch.randint(0, 6, (n,))
    x = centres[y] + 0.8 * torch.randn(n, 20)
    if shifted:
        x, y = x @ low_rank_shift.T, (y + 2) % 6
    return x, y


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def fit(model, params, x, y, xv, yv, epochs, lr, name):
    opt = torch.optim.AdamW(params, lr=lr)
    for epoch in range(epochs):
        model.train()
        for idx in torch.randperm(len(x)).split(32):
            loss = F.cross_entropy(model(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(f"{name} epoch {epoch + 1} loss {loss.item():.3f} val acc {accuracy(model, xv, yv):.3f}")


model = nn.Sequential(nn.Linear(20, 96), nn.ReLU(), nn.Linear(96, 96), nn.ReLU(), nn.Linear(96, 6))
fit(model, model.parameters(), *task(3000, False), *task(600, False), epochs=5, lr=1e-3, name="base")

xs, ys = task(1000, True)
xv, yv = task(600, True)
for i in (0, 2, 4):
    model[i] = LoRALinear(model[i])
trainable = [p for p in model.parameters() if p.requires_grad]
print(f"shifted task before adapting: {accuracy(model, xv, yv):.3f}; "
      f"{sum(p.numel() for p in trainable)} of {sum(p.numel() for p in model.parameters())} parameters are trained")
fit(model, trainable, xs, ys, xv, yv, epochs=12, lr=5e-3, name="lora")
