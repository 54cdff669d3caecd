# Train a classifier of smooth 1-D profiles, then search for the input each class likes best
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(10)
T, K = 48, 4
t = torch.linspace(0, 1, T)
templates = torch.stack([torch.sin(6.28 * t), torch.sin(12.56 * t), (t - 0.5).abs() * 4 - 1, torch.sign(t - 0.5)])


def sample(n):
    y = torch.randint(0, K, (n,))
    return templates[y] * (0.7 + 0.6 * torch.rand(n, 1)) + 0.8 * torch.randn(n, T), y


x, y = sample(3000)
xv, yv = sample(600)
net = nn.Sequential(nn.Linear(T, 96), nn.ReLU(), nn.Dropout(0.2), nn.Linear(96, K))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for epoch in range(10):
    net.train()
    for b in torch.randperm(len(x)).split(50):
        opt.zero_grad()
        loss = F.cross_entropy(net(x[b]), y[b])
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        print("epoch", epoch, "val acc %.3f" % (net(xv).argmax(1) == yv).float().mean().item())

net.eval()
net.requires_grad_(False)
image = torch.zeros(K, T, requires_grad=True)
opt = torch.optim.SGD([image], lr=0.5)
for step in range(300):
    opt.zero_grad()
    score = net(image)[torch.arange(K), torch.arange(K)] - net(image).logsumexp(1)
    loss = -(score.sum() - 0.05 * image.pow(2).sum() - 0.3 * (image[:, 1:] - image[:, :-1]).pow(2).sum())
    loss.backward()
    opt.step()
    if step % 50 == 0:
        print("step", step, "objective %.4f" % -loss.item())
sim = F.cosine_similarity(image.detach()[:, None], templates[None], dim=-1)
print("best template for each class:", sim.argmax(1).tolist(), "similarity", [round(s, 2) for s in sim.max(1).values.tolist()])
