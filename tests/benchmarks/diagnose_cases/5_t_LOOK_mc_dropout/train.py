"""Prediction with uncertainty: dropout stays on at test time, 50 samples are averaged."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class BayesMLP(nn.Module):
    def __init__(self, n_in, n_out, p=0.1):
        super().__init__()
        self.l1, self.l2, self.l3 = nn.Linear(n_in, 96), nn.Linear(96, 96), nn.Linear(96, n_out)
        self.p = p

    def forward(self, x):
        x = F.dropout(F.relu(self.l1(x)), self.p, training=True)
        x = F.dropout(F.relu(self.l2(x)), self.p, training=True)
        return self.l3(x)

    def predict(self, x, samples=50):
        with torch.no_grad():
            p = torch.stack([F.softmax(self(x), dim=1) for _ in range(samples)])
        return p.mean(0), p.std(0).mean(1)


def moons(n):
    y = torch.randint(0, 2, (n,))
    a = torch.rand(n) * 3.1416
    x = torch.stack([a.cos(), a.sin()], 1)
    x[y == 1] = torch.stack([1 - a.cos(), 0.5 - a.sin()], 1)[y == 1]
    return x + 0.12 * torch.randn(n, 2), y


torch.manual_seed(20)
X, Y = moons(1500)
Xt, Yt = moons(500)
model = BayesMLP(2, 2)
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
for epoch in range(25):
    tot = 0.0
    for idx in torch.randperm(len(X)).split(50):
        loss = F.cross_entropy(model(X[idx]), Y[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot += loss.item() * len(idx)
    if epoch % 4 == 0:
        prob, sd = model.predict(Xt)
        acc = (prob.argmax(1) == Yt).float().mean().item()
        print(f"epoch {epoch:2d} loss {tot / len(X):.4f} mc accuracy {acc:.4f} mean uncertainty {sd.mean():.4f}")
