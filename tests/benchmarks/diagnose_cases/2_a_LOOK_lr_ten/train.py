"""Word-level language model, SGD with annealing when validation stops improving."""
import argparse
import math
import random

import torch
import torch.nn as nn

ap = argparse.ArgumentParser()
ap.add_argument("--lr", type=float, default=10)
ap.add_argument("--clip", type=float, default=0.25)
ap.add_argument("--bptt", type=int, default=20)
ap.add_argument("--epochs", type=int, default=8)
args = ap.parse_args()

random.seed(1)
torch.manual_seed(1)
NEXT = {w: random.Random(w).sample(range(60), 3) for w in range(60)}
words, w = [], 0
for _ in range(16000):
    words.append(w)
    w = random.choice(NEXT[w]) if random.random() < 0.95 else random.randrange(60)
data = torch.tensor(words)


def batchify(d, b):
    n = len(d) // b
    return d[:n * b].view(b, n).t().contiguous()


train_data, val_data = batchify(data[:14000], 20), batchify(data[14000:], 20)


class RNNModel(nn.Module):
    def __init__(self, ntoken, ninp=32, nhid=64):
        super().__init__()
        self.encoder = nn.Embedding(ntoken, ninp)
        self.rnn = nn.LSTM(ninp, nhid)
        self.decoder = nn.Linear(nhid, ntoken)
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)
        nn.init.zeros_(self.decoder.bias)
        nn.init.uniform_(self.decoder.weight, -0.1, 0.1)

    def forward(self, x, hidden=None):
        out, hidden = self.rnn(self.encoder(x), hidden)
        return self.decoder(out), hidden


model = RNNModel(60)
criterion = nn.CrossEntropyLoss()


def evaluate():
    model.eval()
    with torch.no_grad():
        out, _ = model(val_data[:-1])
        return criterion(out.flatten(0, 1), val_data[1:].flatten()).item()


lr, best = args.lr, None
for epoch in range(1, args.epochs + 1):
    model.train()
    hidden, total, n = None, 0.0, 0
    for i in range(0, train_data.size(0) - 1, args.bptt):
        seq = min(args.bptt, train_data.size(0) - 1 - i)
        if hidden is not None:
            hidden = tuple(h.detach() for h in hidden)
        model.zero_grad()
        out, hidden = model(train_data[i:i + seq], hidden)
        loss = criterion(out.flatten(0, 1), train_data[i + 1:i + 1 + seq].flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), args.clip)
        with torch.no_grad():
            for p in model.parameters():
                p.add_(p.grad, alpha=-lr)
        total += loss.item() * seq
        n += seq
    val = evaluate()
    print(f"epoch {epoch} lr {lr:.2f} train ppl {math.exp(total / n):.2f} val ppl {math.exp(val):.2f} (vocabulary 60)")
    if best is None or val < best:
        best = val
    else:
        lr /= 4.0
