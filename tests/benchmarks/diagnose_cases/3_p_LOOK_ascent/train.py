"""Domain-adversarial training (DANN): labels only in the source domain."""
import math
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(8)


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lam):
        ctx.lam = lam
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -ctx.lam * grad, None


means = torch.randn(3, 6) * 1.5
shift = torch.zeros(12)
shift[6:] = 1.0


def domain(n, target):
    y = torch.randint(3, (n,))
    x = torch.cat([means[y] + 0.6 * torch.randn(n, 6), torch.randn(n, 6)], 1)
    if not target:
        x[:, 6:9] += 0.4 * means[y][:, :3]      # a cue that exists only in the source
    return (x + shift if target else x), y


class DANN(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU())
        self.label = nn.Linear(16, 3)
        self.domain = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 2))

    def forward(self, x, lam):
        f = self.features(x)
        return self.label(f), self.domain(Reverse.apply(f, lam))


xs, ys = domain(1500, False)
xt, yt = domain(1500, True)
dom = torch.cat([torch.zeros(64), torch.ones(64)]).long()
model = DANN()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
steps = 800
for step in range(1, steps + 1):
    lam = 2 / (1 + math.exp(-10 * step / steps)) - 1
    lam *= 0.3
    i, j = torch.randint(len(xs), (64,)), torch.randint(len(xt), (64,))
    label_out, dom_out = model(torch.cat([xs[i], xt[j]]), lam)
    task = F.cross_entropy(label_out[:64], ys[i])
    adv = F.cross_entropy(dom_out, dom)
    opt.zero_grad()
    (task + adv).backward()
    opt.step()
    if step % 100 == 0:
        with torch.no_grad():
            acc = (model(xt, 0)[0].argmax(1) == yt).float().mean()
            dacc = (dom_out.argmax(1) == dom).float().mean()
        print(f"step {step}: task {task.item():.3f} domain loss {adv.item():.3f} domain acc {dacc:.2f} target acc {acc:.3f}")
