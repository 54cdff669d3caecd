import torch
import torch.nn as nn
import torch.nn.functional as F

# next-symbol prediction of a noisy grammar with a mixture-of-softmaxes output
torch.manual_seed(1)
V, CTX, K = 12, 3, 4


def stream(n):
    s = [1, 2, 3]
    noise = torch.rand(n)
    jump = torch.randint(0, V, (n,)).tolist()
    for i in range(n):
        nxt = (s[-1] * 3 + s[-2] + 2 * (s[-3] % 2)) % V
        s.append(jump[i] if noise[i] < 0.05 else nxt)
    s = torch.tensor(s)
    x = torch.stack([s[i:len(s) - CTX + i] for i in range(CTX)], dim=1)
    return x, s[CTX:]


class MoS(nn.Module):
    def __init__(self, dim=24, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(V, dim)
        self.body = nn.Sequential(nn.Linear(CTX * dim, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.gate = nn.Linear(hidden, K)
        self.experts = nn.Linear(hidden, K * V)

    def forward(self, x):
        h = self.body(self.emb(x).flatten(1))
        pi = F.softmax(self.gate(h), dim=-1)
        probs = F.softmax(self.experts(h).view(-1, K, V), dim=-1)
        return (pi.unsqueeze(-1) * probs).sum(1)


x, y = stream(8000)
x_tr, y_tr, x_te, y_te = x[:7000], y[:7000], x[7000:], y[7000:]
net = MoS()
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
for epoch in range(14):
    tot = 0.0
    for idx in torch.randperm(len(x_tr)).split(64):
        p = net(x_tr[idx])
        loss = F.nll_loss(torch.log(p + 1e-9), y_tr[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot += loss.item() * len(idx)
    with torch.no_grad():
        acc = (net(x_te).argmax(1) == y_te).float().mean()
    print(f"epoch {epoch:2d} nll {tot / len(x_tr):.4f} acc {acc:.3f} (ceiling about 0.95)")
