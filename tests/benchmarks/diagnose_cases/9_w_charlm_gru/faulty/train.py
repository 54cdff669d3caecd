import math
import random
import numpy as np
import torch
from torch import nn

SEED = 11
random.seed(SEED)
torch.manual_seed(SEED)

WORDS = ["the", "cat", "dog", "sat", "ran", "on", "mat", "under", "red", "barn", "and", "then", "slept"]
NEXT = {w: random.sample(WORDS, 2) for w in WORDS}


def write_text(n_words):
    w, out = random.choice(WORDS), []
    for _ in range(n_words):
        out.append(w)
        w = NEXT[w][0] if random.random() < 0.75 else NEXT[w][1]
    return " ".join(out)


class CharGRU(nn.Module):
    def __init__(self, vocab, emb=24, hid=96):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.gru = nn.GRU(emb, hid, batch_first=True)
        self.proj = nn.Linear(hid, vocab)

    def forward(self, x, h=None):
        o, h = self.gru(self.emb(x), h)
        return self.proj(o), h


def batchify(ids, bsz):
    n = len(ids) // bsz
    return torch.from_numpy(ids[: n * bsz].reshape(bsz, n))


text = write_text(5000)
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
ids = np.array([stoi[c] for c in text], dtype=np.int64)
cut = int(0.9 * len(ids))
train, valid = batchify(ids[:cut], 16), batchify(ids[cut:], 16)

net = CharGRU(len(chars))
optimizer = torch.optim.Adam(net.parameters(), lr=4e-3)
ce = nn.CrossEntropyLoss()
BPTT = 35


def chunks(data):
    for s in range(0, data.size(1) - 1, BPTT):
        e = min(s + BPTT, data.size(1) - 1)
        yield data[:, s:e], data[:, s + 1 : e + 1]


def evaluate():
    net.eval()
    tot, cnt, h = 0.0, 0, None
    with torch.no_grad():
        for x, y in chunks(valid):
            out, h = net(x, h)
            tot += ce(out.flatten(0, 1), y.flatten()).item() * y.numel()
            cnt += y.numel()
    return tot / cnt


for epoch in range(3):
    net.train()
    hidden = None
    for x, y in chunks(train):
        out, hidden = net(x, hidden)
        loss = ce(out.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
    v = evaluate()
    print(f"epoch {epoch} valid nll {v:.3f} ppl {math.exp(v):.2f}")
