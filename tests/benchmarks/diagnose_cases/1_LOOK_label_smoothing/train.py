import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(22)
proto = torch.randn(10, 1, 10, 10)


def draw(n):
    y = torch.randint(0, 10, (n,))
    return proto[y] + 1.0 * torch.randn(n, 1, 10, 10), y


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(1, 8, 3, padding=1)
        self.bn = nn.BatchNorm2d(8)
        self.fc = nn.Linear(8 * 25, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn(self.c1(x))), 2)
        return self.fc(x.flatten(1))


xt, yt = draw(3000)
xv, yv = draw(600)
model = Net()
opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True)
crit = nn.CrossEntropyLoss(label_smoothing=0.3)
for epoch in range(8):
    model.train()
    losses = []
    for idx in torch.randperm(3000).split(50):
        loss = crit(model(xt[idx]), yt[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        out = model(xv)
        print("epoch %d train loss %.3f val loss %.3f val acc %.3f" % (epoch, sum(losses) / len(losses), crit(out, yv), (out.argmax(1) == yv).float().mean()))
