import math

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
PEAK, WARMUP, EPOCHS, STEPS = 3e-3, 100, 8, 70
V, T = 12, 8


def lr_at(step):
    if step < WARMUP:
        return 1e-4 + (1 - 1e-4) * step / WARMUP
    q = (step - WARMUP) / (EPOCHS * STEPS - WARMUP)
    return 0.5 * (1 + math.cos(math.pi * q))


class Net(nn.Module):
    def __init__(self, d=32):
        super().__init__()
        self.tok, self.pos = nn.Embedding(V, d), nn.Embedding(T, d)
        layer = nn.TransformerEncoderLayer(d, 4, 64, dropout=0.0, batch_first=True, norm_first=True)
        self.enc = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(d, V)

    def forward(self, x):
        return self.head(self.enc(self.tok(x) + self.pos.weight))


def batch(n):
    x = torch.randint(0, V, (n, T))
    return x, x.roll(1, dims=1)


net = Net()
opt = torch.optim.AdamW(net.parameters(), lr=PEAK)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lr_at)
for ep in range(EPOCHS):
    net.train()
    s = 0.0
    for _ in range(STEPS):
        x, y = batch(64)
        loss = F.cross_entropy(net(x).transpose(1, 2), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        sched.step()
        s += loss.item()
    net.eval()
    with torch.no_grad():
        x, y = batch(500)
        acc = (net(x).argmax(-1) == y).float().mean().item()
    print(f"epoch {ep + 1} lr {sched.get_last_lr()[0]:.2e} loss {s / STEPS:.4f} acc {acc:.3f}")
