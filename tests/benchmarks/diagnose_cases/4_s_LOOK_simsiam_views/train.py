import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(27)
CLASSES, DIM = 6, 48
PROTO = torch.randn(CLASSES, DIM)
NUISANCE = torch.randn(4, DIM) * 0.8


def sample(n):
    y = torch.randint(CLASSES, (n,))
    return PROTO[y] + 0.4 * torch.randn(n, DIM), y


def augment(x):
    x = x + torch.randn(len(x), 4) @ NUISANCE
    return x * (torch.rand_like(x) > 0.2)


class Encoder(nn.Module):
    def __init__(self, width=64, out=32):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(DIM, width), nn.BatchNorm1d(width), nn.ReLU(),
            nn.Linear(width, out), nn.BatchNorm1d(out, affine=False),
        )
        self.predictor = nn.Sequential(nn.Linear(out, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, out))

    def forward(self, x):
        z = self.net(x)
        return z, self.predictor(z)


def neg_cosine(p, z):
    return -F.cosine_similarity(p, z.detach(), dim=1).mean()


x, y = sample(3000)
x_test, y_test = sample(600)
enc = Encoder()
opt = torch.optim.SGD(enc.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
for epoch in range(20):
    enc.train()
    total = 0.0
    for idx in torch.randperm(len(x)).split(100):
        z1, p1 = enc(augment(x[idx]))
        z2, p2 = enc(augment(x[idx]))
        loss = 0.5 * (neg_cosine(p1, z2) + neg_cosine(p2, z1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(idx)
    print(f"epoch {epoch + 1} loss {total / len(x):.4f}")

# linear probe on the frozen features, 300 labels
enc.eval()
for p in enc.parameters():
    p.requires_grad_(False)
probe = nn.Linear(32, CLASSES)
opt = torch.optim.Adam(probe.parameters(), lr=0.02)
feat, feat_test = enc(augment(x[:300]))[0], enc(augment(x_test))[0]
for step in range(200):
    loss = F.cross_entropy(probe(feat), y[:300])
    opt.zero_grad()
    loss.backward()
    opt.step()
acc = (probe(feat_test).argmax(1) == y_test).float().mean().item()
print(f"probe loss {loss.item():.3f} test acc {acc:.3f}")
