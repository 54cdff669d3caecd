"""Attention decoder: translate number words into digits."""
import random
import torch
import torch.nn as nn

WORDS = "zero one two three four five six seven eight nine".split()
LETTERS = {c: i + 1 for i, c in enumerate(sorted(set("".join(WORDS))))}
MAXLEN = 16


def example(k=3):
    digits = [random.randrange(10) for _ in range(k)]
    text = "".join(WORDS[d] for d in digits)
    ids = [LETTERS[c] for c in text]
    return ids + [0] * (MAXLEN - len(ids)), digits


def make(n):
    xs, ys = zip(*(example() for _ in range(n)))
    return torch.tensor(xs), torch.tensor(ys)


class Reader(nn.Module):
    def __init__(self, dim=48):
        super().__init__()
        self.emb = nn.Embedding(len(LETTERS) + 1, dim, padding_idx=0)
        self.enc = nn.GRU(dim, dim // 2, bidirectional=True, batch_first=True)
        self.pos = nn.Parameter(torch.randn(MAXLEN, dim) * 0.1)
        self.query = nn.Parameter(torch.randn(3, dim))
        self.key = nn.Linear(dim, dim)
        self.out = nn.Sequential(nn.Linear(dim, 48), nn.ReLU(), nn.Linear(48, 10))

    def forward(self, x):
        h, _ = self.enc(self.emb(x) + self.pos)
        att = (self.query @ self.key(h).transpose(1, 2)) / h.size(-1) ** 0.5
        att = att.masked_fill((x == 0).unsqueeze(1), -1e9).softmax(-1)
        return self.out(att @ h)


def run(epochs=8, bs=50):
    random.seed(36)
    torch.manual_seed(36)
    (x, y), (xv, yv) = make(2500), make(500)
    model = Reader()
    optimizer = torch.optim.Adadelta(model.parameters(), lr=4e-3)
    loss_fn = nn.CrossEntropyLoss()
    for ep in range(epochs):
        model.train()
        tot = 0.0
        for b in torch.randperm(len(x)).split(bs):
            optimizer.zero_grad()
            loss = loss_fn(model(x[b]).flatten(0, 1), y[b].flatten())
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            tot += loss.item() / (len(x) / bs)
        model.eval()
        with torch.no_grad():
            acc = (model(xv).argmax(-1) == yv).float().mean().item()
        print(f"ep {ep + 1} loss {tot:.3f} held-out digit acc {acc:.3f}")


run()
