import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(37)


class Quantizer(nn.Module):
    def __init__(self, codes=32, dim=8, decay=0.95):
        super().__init__()
        self.register_buffer("book", torch.randn(codes, dim))
        self.register_buffer("count", torch.ones(codes))
        self.register_buffer("total", self.book.clone())
        self.decay = decay

    def forward(self, z):
        idx = torch.cdist(z, self.book).argmin(1)
        q = self.book[idx]
        if self.training:
            with torch.no_grad():
                onehot = F.one_hot(idx, len(self.book)).float()
                self.count.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
                self.total.mul_(self.decay).add_(onehot.T @ z.detach(), alpha=1 - self.decay)
                self.book.copy_(self.total / self.count.clamp(min=1e-3).unsqueeze(1))
                dead = self.count < 0.05
                if dead.any():
                    pick = z.detach()[torch.randint(0, len(z), (int(dead.sum()),))]
                    self.book[dead] = pick
                    self.total[dead] = pick
                    self.count[dead] = 1.0
        commit = F.mse_loss(z, q.detach())
        q = z + (q - z).detach()
        return q, commit, idx


class VQVAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(30, 64), nn.ReLU(), nn.Linear(64, 8))
        self.vq = Quantizer()
        self.dec = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 30))

    def forward(self, x):
        q, commit, idx = self.vq(self.enc(x))
        return self.dec(q), commit, idx


modes = torch.randn(16, 30)


def data(n):
    return modes[torch.randint(0, 16, (n,))] + 0.2 * torch.randn(n, 30)


train, test = data(3000), data(500)
model = VQVAE()
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
for epoch in range(1, 16):
    model.train()
    for x in train[torch.randperm(3000)].split(100):
        rec, commit, _ = model(x)
        loss = F.mse_loss(rec, x) + 0.25 * commit
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 3 == 0:
        model.eval()
        with torch.no_grad():
            rec, _, idx = model(test)
            mse = F.mse_loss(rec, test).item()
        print(f"epoch {epoch} test recon mse {mse:.4f} (data variance {test.var():.3f}) codes used {idx.unique().numel()}")
