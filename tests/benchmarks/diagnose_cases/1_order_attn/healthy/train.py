"""Which came first, token A or token B?  Small attention classifier."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(20)
V, T, A, B = 16, 10, 0, 1


def batch(n):
    x = torch.randint(2, V, (n, T))
    p = torch.rand(n, T).topk(2, dim=1).indices
    r = torch.arange(n)
    x[r, p[:, 0]] = A
    x[r, p[:, 1]] = B
    return x, (p[:, 0] < p[:, 1]).float()


class Model(nn.Module):
    def __init__(self, d=32):
        super().__init__()
        self.emb = nn.Embedding(V, d)
        self.pos = nn.Embedding(T, d)
        self.enc = nn.TransformerEncoderLayer(d, 4, 64, dropout=0.0, batch_first=True, norm_first=True)
        self.score = nn.Linear(d, 1)
        self.out = nn.Sequential(nn.Linear(d, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, x):
        h = self.emb(x) + self.pos.weight
        h = self.enc(h)
        a = self.score(h).softmax(dim=1)
        return self.out((a * h).sum(1)).squeeze(1)


xtr, ytr = batch(5000)
xva, yva = batch(1000)
model = Model()
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=8)
for epoch in range(8):
    model.train()
    ls = []
    for i in torch.randperm(5000).split(64):
        loss = F.binary_cross_entropy_with_logits(model(xtr[i]), ytr[i])
        opt.zero_grad()
        loss.backward()
        opt.step()
        ls.append(loss.item())
    sched.step()
    model.eval()
    with torch.no_grad():
        acc = ((model(xva) > 0) == (yva > 0.5)).float().mean().item()
    print(f"Ep{epoch + 1} train {sum(ls) / len(ls):.4f} | val acc {acc:.3f} | lr {sched.get_last_lr()[0]:.2e}")
