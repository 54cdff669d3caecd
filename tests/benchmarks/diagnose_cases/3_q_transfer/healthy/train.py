"""Two-stage transfer: pretrain on the big source task, then train a new head on the target task."""
import copy

import torch
import torch.nn as nn

torch.manual_seed(15)
DIM = 30
proj = torch.randn(DIM, 6) / DIM**0.5
src_w = torch.randn(6, 8)
tgt_w = torch.randn(6, 3)


def task(n, w):
    x = torch.randn(n, DIM)
    f = torch.tanh(2 * x @ proj)
    return x, (f @ w).argmax(1)


class Net(nn.Module):
    def __init__(self, n_out):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(DIM, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU())
        self.head = nn.Linear(64, n_out)

    def forward(self, x):
        return self.head(self.backbone(x))


def train(net, opt, x, y, epochs, tag):
    loss_fn = nn.CrossEntropyLoss()
    for ep in range(epochs):
        perm = torch.randperm(len(x))
        for b in perm.split(64):
            opt.zero_grad()
            out = loss_fn(net(x[b]), y[b])
            out.backward()
            opt.step()
        print(f"[{tag}] epoch {ep} loss {out.item():.3f}")


def evaluate(net, x, y):
    with torch.no_grad():
        return (net(x).argmax(1) == y).float().mean().item()


# stage 1
net = Net(8)
xs, ys = task(6000, src_w)
train(net, torch.optim.Adam(net.parameters(), lr=3e-3), xs, ys, 8, "source")
print("source accuracy %.3f" % evaluate(net, *task(1000, src_w)))

# stage 2: keep the features, only the classifier is new
model = copy.deepcopy(net)
for p in model.backbone.parameters():
    p.requires_grad = False
model.head = nn.Linear(64, 3)
opt = torch.optim.Adam(model.head.parameters(), lr=1e-2)
xt, yt = task(800, tgt_w)
train(model, opt, xt, yt, 15, "target")
print("target accuracy %.3f" % evaluate(model, *task(1000, tgt_w)))
