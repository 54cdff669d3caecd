import torch
import torch.nn as nn


class Config:
    classes = 26
    features = 24
    hidden = (96, 64)
    lr = 0.02
    momentum = 0.9
    epochs = 12
    batch = 64
    seed = 88


torch.manual_seed(Config.seed)

proto = torch.randn(Config.classes, Config.features)


def letters(n):
    y = torch.randint(0, Config.classes, (n,))
    slant = 1 + 0.3 * torch.randn(n, 1)
    x = proto[y] * slant + 0.7 * torch.randn(n, Config.features)
    return x, y


def mlp(d_in, hidden, d_out):
    mods, last = [], d_in
    for h in hidden:
        mods += [nn.Linear(last, h), nn.ReLU()]
        last = h
    mods.append(nn.Linear(last, d_out))
    mods.append(nn.Softmax(dim=1))
    return nn.Sequential(*mods)


X, Y = letters(4000)
Xv, Yv = letters(1000)
model = mlp(Config.features, Config.hidden, Config.classes)
opt = torch.optim.SGD(model.parameters(), lr=Config.lr, momentum=Config.momentum)
crit = nn.CrossEntropyLoss()


def evaluate():
    model.eval()
    with torch.no_grad():
        out = model(Xv)
        return crit(out, Yv).item(), (out.argmax(1) == Yv).float().mean().item()


for ep in range(1, Config.epochs + 1):
    model.train()
    perm = torch.randperm(X.size(0))
    for k in range(0, X.size(0), Config.batch):
        rows = perm[k:k + Config.batch]
        opt.zero_grad()
        crit(model(X[rows]), Y[rows]).backward()
        opt.step()
    vl, va = evaluate()
    print("epoch %2d | val loss %.3f | val acc %.3f" % (ep, vl, va))
