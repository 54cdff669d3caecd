# next-item recommendation with a causal self-attention model
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(25)
ITEMS, LEN, DIM = 120, 10, 32
HP = dict(lr=2e-3, betas=(0.9, 0.98), weight_decay=0.1)


def simulate_sessions(n):
    jump = torch.randperm(ITEMS)
    jump2 = torch.randperm(ITEMS)
    s = torch.zeros(n, LEN + 1, dtype=torch.long)
    s[:, 0] = torch.randint(0, ITEMS, (n,))
    for t in range(1, LEN + 1):
        nxt = torch.where(torch.rand(n) < 0.8, jump[s[:, t - 1]], jump2[s[:, t - 1]])
        s[:, t] = nxt
    return s


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(DIM), nn.LayerNorm(DIM)
        self.qkv, self.o = nn.Linear(DIM, 3 * DIM), nn.Linear(DIM, DIM)
        self.ff = nn.Sequential(nn.Linear(DIM, 2 * DIM), nn.GELU(), nn.Linear(2 * DIM, DIM))

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = self.qkv(self.n1(x)).view(b, t, 3, 2, DIM // 2).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.o(a.transpose(1, 2).reshape(b, t, DIM))
        return x + self.ff(self.n2(x))


class SASRec(nn.Module):
    def __init__(self):
        super().__init__()
        self.item, self.pos = nn.Embedding(ITEMS, DIM), nn.Embedding(LEN, DIM)
        self.block = Block()
        self.norm = nn.LayerNorm(DIM)
        self.out = nn.Linear(DIM, ITEMS)

    def forward(self, s):
        h = self.item(s) + self.pos.weight[: s.size(1)]
        return self.out(self.norm(self.block(h)))


def hit_at(model, s, k):
    model.eval()
    with torch.no_grad():
        top = model(s[:, :-1])[:, -1].topk(k, dim=-1).indices
    return (top == s[:, -1:]).any(1).float().mean().item()


@torch.no_grad()
def valid_nll(model, s):
    model.eval()
    return F.cross_entropy(model(s[:, :-1]).flatten(0, 1), s[:, 1:].flatten()).item()


sessions = simulate_sessions(2500)
train, valid = sessions[:2000], sessions[2000:]
model = SASRec()
optimizer = torch.optim.Adam(model.parameters(), **HP)
for epoch in range(8):
    model.train()
    for b in torch.randperm(len(train)).split(64):
        logits = model(train[b, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), train[b, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch}: valid nll {valid_nll(model, valid):.3f} hit@1 {hit_at(model, valid, 1):.3f} hit@2 {hit_at(model, valid, 2):.3f}")
