import torch
import torch.nn.functional as F

from model import DeepNet

torch.manual_seed(42)
DEVICE = "cpu"


def rings(n):
    # three noisy rings lifted into 16 dimensions
    y = torch.randint(0, 3, (n,))
    ang = torch.rand(n) * 6.2832
    rad = 0.6 + 0.7 * y + 0.12 * torch.randn(n)
    xy = torch.stack([rad * ang.cos(), rad * ang.sin()], 1)
    return xy @ LIFT + 0.05 * torch.randn(n, 16), y


LIFT = torch.randn(2, 16)
x_train, y_train = rings(4000)
x_test, y_test = rings(1000)

net = DeepNet(16, 96, 6, 3).to(DEVICE)
opt = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)

for epoch in range(1, 11):
    net.train()
    order = torch.randperm(len(x_train))
    tot = 0.0
    for chunk in order.split(64):
        logits = net(x_train[chunk])
        loss = F.cross_entropy(logits, y_train[chunk])
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot += loss.item() * len(chunk)
    net.eval()
    with torch.no_grad():
        acc = (net(x_test).argmax(1) == y_test).float().mean().item()
    print(f"{epoch:>3d}  loss={tot / len(x_train):.5g}  acc={acc:.4f}")
