import argparse
import math

import torch
from torch import nn

from grammar import INDEX, WORDS, stream

parser = argparse.ArgumentParser(description="LSTM language model")
parser.add_argument("--emsize", type=int, default=24)
parser.add_argument("--nhid", type=int, default=48)
parser.add_argument("--lr", type=float, default=5)
parser.add_argument("--clip", type=float, default=0.25)
parser.add_argument("--epochs", type=int, default=6)
parser.add_argument("--batch_size", type=int, default=16)
parser.add_argument("--bptt", type=int, default=12)
parser.add_argument("--seed", type=int, default=1111)
args = parser.parse_args()
torch.manual_seed(args.seed)


def batchify(words, bsz):
    ids = torch.tensor([INDEX[w] for w in words])
    n = len(ids) // bsz
    return ids[: n * bsz].view(bsz, n).t().contiguous()


train_data = batchify(stream(24000, args.seed), args.batch_size)
val_data = batchify(stream(4000, args.seed + 1), args.batch_size)


class LM(nn.Module):
    def __init__(self, n, emsize, nhid):
        super().__init__()
        self.encoder = nn.Embedding(n, emsize)
        self.rnn = nn.LSTM(emsize, nhid)
        self.decoder = nn.Linear(nhid, n)

    def forward(self, x, hidden):
        out, hidden = self.rnn(self.encoder(x), hidden)
        return self.decoder(out).flatten(0, 1), hidden


def get_batch(source, i):
    length = min(args.bptt, len(source) - 1 - i)
    return source[i:i + length], source[i + 1:i + 1 + length].reshape(-1)


def evaluate(model, criterion):
    model.eval()
    total, hidden = 0.0, None
    with torch.no_grad():
        for i in range(0, len(val_data) - 1, args.bptt):
            x, y = get_batch(val_data, i)
            out, hidden = model(x, hidden)
            total += len(x) * criterion(out, y).item()
    return total / (len(val_data) - 1)


model = LM(len(WORDS), args.emsize, args.nhid)
criterion = nn.CrossEntropyLoss()
lr, best = args.lr, None
optimizer = torch.optim.SGD(model.parameters(), lr=lr)
for epoch in range(1, args.epochs + 1):
    model.train()
    hidden = None
    for i in range(0, len(train_data) - 1, args.bptt):
        x, y = get_batch(train_data, i)
        if hidden is not None:
            hidden = tuple(h.detach() for h in hidden)
        optimizer.zero_grad()
        out, hidden = model(x, hidden)
        loss = criterion(out, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), args.clip)
        optimizer.step()
    val = evaluate(model, criterion)
    print(f"| epoch {epoch} | lr {lr:.3f} | train loss {loss.item():.3f} | valid loss {val:.3f} | valid ppl {math.exp(val):.2f}")
    if best is None or val < best:
        best = val
    else:
        lr /= 4.0
        for group in optimizer.param_groups:
            group["lr"] = lr
