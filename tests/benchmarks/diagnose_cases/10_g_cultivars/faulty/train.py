"""Predict cultivar from chemical measurements with a deep tanh MLP."""
import argparse
import torch
from torch import nn

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--width", type=int, default=100)
parser.add_argument("--depth", type=int, default=9)
parser.add_argument("--epochs", type=int, default=14)
parser.add_argument("--lr", type=float, default=0.02)
parser.add_argument("--seed", type=int, default=12)
opt = parser.parse_args()
torch.manual_seed(opt.seed)

N_FEATURES, N_CLASSES = 30, 5


def wines(n, centres):
    y = torch.randint(0, N_CLASSES, (n,))
    side = torch.randint(0, 3, (n,))
    x = centres[y, side] + 1.1 * torch.randn(n, N_FEATURES)
    return x, y


def init_weights(m):
    if isinstance(m, nn.Linear):
        nn.init.normal_(m.weight, std=1.0)
        nn.init.zeros_(m.bias)


def build():
    mods = []
    d = N_FEATURES
    for _ in range(opt.depth):
        mods += [nn.Linear(d, opt.width), nn.Tanh()]
        d = opt.width
    mods.append(nn.Linear(d, N_CLASSES))
    net = nn.Sequential(*mods)
    net.apply(init_weights)
    return net


centres = torch.randn(N_CLASSES, 3, N_FEATURES)
x_train, y_train = wines(4000, centres)
x_val, y_val = wines(1000, centres)
shift, scale = x_train.mean(0), x_train.std(0)
x_train, x_val = (x_train - shift) / scale, (x_val - shift) / scale

net = build()
sgd = torch.optim.SGD(net.parameters(), lr=opt.lr, momentum=0.9, weight_decay=1e-4)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(1, opt.epochs + 1):
    net.train()
    acc_loss = 0.0
    for batch in torch.randperm(len(x_train)).split(50):
        sgd.zero_grad()
        loss = loss_fn(net(x_train[batch]), y_train[batch])
        loss.backward()
        sgd.step()
        acc_loss += loss.item() * len(batch)
    if epoch % 2 == 0:
        net.eval()
        with torch.no_grad():
            scores = net(x_val)
        print(f"epoch {epoch:3d} loss {acc_loss / len(x_train):.4f} "
              f"val loss {loss_fn(scores, y_val):.4f} val acc {(scores.argmax(1) == y_val).float().mean():.4f}")
