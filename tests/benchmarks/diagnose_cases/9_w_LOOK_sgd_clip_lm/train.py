"""Word-level LSTM language model, plain SGD with clipping and annealing."""
import argparse
import math
import torch
import torch.nn as nn

ap = argparse.ArgumentParser()
ap.add_argument("--lr", type=float, default=10.0)
ap.add_argument("--clip", type=float, default=0.25)
ap.add_argument("--bptt", type=int, default=20)
ap.add_argument("--epochs", type=int, default=5)
args = ap.parse_args()
torch.manual_seed(1111)
V = 25


def stream(n, trans):
    s = [0]
    u = torch.rand(n)
    for i in range(n):
        s.append(trans[s[-1]][0 if u[i] < 0.85 else 1])
    return torch.tensor(s)


def batchify(s, b):
    n = len(s) // b
    return s[: n * b].view(b, n).t().contiguous()


class RNNModel(nn.Module):
    def __init__(self, hid=64):
        super().__init__()
        self.encoder = nn.Embedding(V, hid)
        self.rnn = nn.LSTM(hid, hid)
        self.decoder = nn.Linear(hid, V, bias=False)
        self.decoder.weight = self.encoder.weight
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)

    def forward(self, x, h):
        o, h = self.rnn(self.encoder(x), h)
        return self.decoder(o), h


def repackage(h):
    return None if h is None else tuple(v.detach() for v in h)


perms = torch.stack([torch.randperm(V), torch.randperm(V)], 1).tolist()
train, valid = batchify(stream(24000, perms), 20), batchify(stream(3000, perms), 10)
model, ce, lr, best = RNNModel(), nn.CrossEntropyLoss(), args.lr, float("inf")

for epoch in range(1, args.epochs + 1):
    model.train()
    h = None
    for i in range(0, len(train) - 1, args.bptt):
        n = min(args.bptt, len(train) - 1 - i)
        h = repackage(h)
        model.zero_grad()
        out, h = model(train[i:i + n], h)
        loss = ce(out.view(-1, V), train[i + 1:i + 1 + n].view(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), args.clip)
        with torch.no_grad():
            for p in model.parameters():
                p.add_(p.grad, alpha=-lr)
    model.eval()
    with torch.no_grad():
        out, _ = model(valid[:-1], None)
        val = ce(out.view(-1, V), valid[1:].view(-1)).item()
    print(f"epoch {epoch} lr {lr:g} valid ppl {math.exp(val):.2f} (uniform {V})")
    if val < best:
        best = val
    else:
        lr /= 4.0
