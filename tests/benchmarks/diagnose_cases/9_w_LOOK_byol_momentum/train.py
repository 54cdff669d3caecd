import copy
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(31)
K, D = 5, 30
PROTO = torch.randn(K, 6)
MIX = torch.randn(6, D)
NUISANCE = torch.randn(8, D)


def data(n):
    y = torch.randint(0, K, (n,))
    return (PROTO[y] + 0.35 * torch.randn(n, 6)) @ MIX, y


def view(x):
    return x + 0.8 * torch.randn(len(x), 8) @ NUISANCE + 0.5 * torch.randn_like(x)


def mlp(i, h, o):
    return nn.Sequential(nn.Linear(i, h), nn.BatchNorm1d(h), nn.ReLU(), nn.Linear(h, o))


class BYOL(nn.Module):
    def __init__(self, tau=0.98):
        super().__init__()
        self.online = mlp(D, 64, 32)
        self.predictor = mlp(32, 32, 32)
        self.target = copy.deepcopy(self.online)
        for p in self.target.parameters():
            p.requires_grad = False
        self.tau = tau

    @torch.no_grad()
    def update_target(self):
        for t, o in zip(self.target.parameters(), self.online.parameters()):
            t.data.mul_(self.tau).add_(o.data, alpha=1 - self.tau)

    def forward(self, a, b):
        pa, pb = self.predictor(self.online(a)), self.predictor(self.online(b))
        with torch.no_grad():
            ta, tb = self.target(a), self.target(b)
        return 2 - F.cosine_similarity(pa, tb.detach()).mean() - F.cosine_similarity(pb, ta.detach()).mean()


def knn(model, bank, query, k=9):
    model.eval()
    with torch.no_grad():
        zb = F.normalize(model.online(view(bank[0])), dim=1)
        zq = F.normalize(model.online(view(query[0])), dim=1)
    model.train()
    idx = (zq @ zb.t()).topk(k, 1).indices
    return (bank[1][idx].mode(1).values == query[1]).float().mean().item()


train, test = data(2000), data(500)
model = BYOL()
params = list(model.online.parameters()) + list(model.predictor.parameters())
optimizer = torch.optim.Adam(params, lr=2e-3)
print(f"before training: knn {knn(model, train, test):.3f}")
for epoch in range(15):
    for idx in torch.randperm(2000).split(100):
        x = train[0][idx]
        loss = model(view(x), view(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        model.update_target()
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1} loss {loss.item():.4f} held-out knn acc {knn(model, train, test):.3f}")
