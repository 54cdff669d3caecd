# Self-supervised pretraining (SimSiam) on synthetic sensor vectors, then a linear probe.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(5)
N_CLASS, DIM = 8, 64
centers = torch.randn(N_CLASS, 10) * 1.2
mix = torch.randn(10, DIM) / 10 ** 0.5


def sample(n):
    y = torch.randint(0, N_CLASS, (n,))
    latent = centers[y] + 0.6 * torch.randn(n, 10)
    return torch.tanh(latent @ mix), y


def augment(x):
    x = x + 0.15 * torch.randn_like(x)
    mask = (torch.rand_like(x) > 0.2).float()
    return x * mask


class SimSiam(nn.Module):
    def __init__(self, dim=64, feat=64, pred=16):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(dim, 128), nn.ReLU(),
            nn.Linear(128, feat),
        )
        self.projector = nn.Sequential(
            nn.Linear(feat, feat), nn.BatchNorm1d(feat), nn.ReLU(),
            nn.Linear(feat, feat),
        )
        self.predictor = nn.Sequential(nn.Linear(feat, pred), nn.BatchNorm1d(pred), nn.ReLU(), nn.Linear(pred, feat))

    def forward(self, x):
        z = self.projector(self.encoder(x))
        return self.predictor(z), z


def D(p, z):
    return -F.cosine_similarity(p, z, dim=1).mean()


x_train, y_train = sample(4000)
x_test, y_test = sample(1000)
net = SimSiam()
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)

for epoch in range(30):
    total = 0.0
    order = torch.randperm(len(x_train))
    for idx in order.split(200):
        x = x_train[idx]
        p1, z1 = net(augment(x))
        p2, z2 = net(augment(x))
        loss = 0.5 * D(p1, z2) + 0.5 * D(p2, z1)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
    if (epoch + 1) % 5 == 0:
        with torch.no_grad():
            z = F.normalize(net(x_train[:500])[1], dim=1)
        print(f"epoch {epoch + 1}: loss {total / 20:.4f}  std of z {z.std(0).mean():.4f}")

# linear probe on the projected representation
net.eval()
with torch.no_grad():
    f_train, f_test = F.normalize(net(x_train)[1], dim=1), F.normalize(net(x_test)[1], dim=1)
probe = nn.Linear(f_train.shape[1], N_CLASS)
popt = torch.optim.Adam(probe.parameters(), lr=0.01)
for step in range(150):
    popt.zero_grad()
    F.cross_entropy(probe(f_train), y_train).backward()
    popt.step()
acc = (probe(f_test).argmax(1) == y_test).float().mean()
print(f"linear probe accuracy {acc:.3f}")
