import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence

PAD = 0


class SetRegressor(nn.Module):
    """Attention over a variable-size set of items (learned query), predicts the largest priced item."""

    def __init__(self, vocab=40, dim=32):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.query = nn.Parameter(torch.randn(1, 1, dim) * 0.1)
        self.attn = nn.MultiheadAttention(dim, 4, batch_first=True)
        self.mlp = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, items, lengths):
        pos = torch.arange(items.size(1)).unsqueeze(0)
        pad_mask = pos < lengths.unsqueeze(1)
        h = self.emb(items)
        q = self.query.expand(items.size(0), -1, -1)
        pooled, _ = self.attn(q, h, h, key_padding_mask=pad_mask, need_weights=False)
        return self.mlp(pooled.squeeze(1)).squeeze(1)


def collate(items):
    lengths = torch.tensor([len(s) for s in items])
    return pad_sequence(items, batch_first=True, padding_value=PAD), lengths


def make(n, price, g):
    sets, y = [], []
    for _ in range(n):
        k = int(torch.randint(2, 9, (1,), generator=g))
        s = torch.randint(1, 40, (k,), generator=g)
        sets.append(s)
        y.append(price[s].max())
    x, lengths = collate(sets)
    return x, lengths, torch.stack(y)


def r2_score(pred, y):
    return (1 - ((pred - y) ** 2).mean() / y.var()).item()


def main():
    torch.manual_seed(12)
    g = torch.Generator().manual_seed(12)
    price = torch.randn(40, generator=g)
    x, l, y = make(3000, price, g)
    xv, lv, yv = make(500, price, g)
    net = SetRegressor()
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    for epoch in range(1, 13):
        net.train()
        for idx in torch.randperm(len(x)).split(100):
            loss = nn.functional.mse_loss(net(x[idx], l[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        net.eval()
        with torch.no_grad():
            score = r2_score(net(xv, lv), yv)
        print(f"epoch {epoch:2d}  mse {loss.item():.4f}  val R2 {score:.4f}")


main()
