import argparse
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

parser = argparse.ArgumentParser(description="count tokens in a sequence with a small transformer")
parser.add_argument("--d-model", type=int, default=48)
parser.add_argument("--heads", type=int, default=4)
parser.add_argument("--layers", type=int, default=2)
parser.add_argument("--steps", type=int, default=300)
parser.add_argument("--batch", type=int, default=64)
parser.add_argument("--lr", type=float, default=5e-2)
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()

torch.manual_seed(args.seed)
VOCAB, LENGTH, CLASSES = 10, 12, 4


def sample(n):
    """The class is how often the first token comes back later in the sequence (capped)."""
    x = torch.randint(1, VOCAB, (n, LENGTH))
    k = torch.randint(0, CLASSES, (n,))
    first = x[:, :1]
    hit = x[:, 1:] == first
    x[:, 1:] = torch.where(hit, (x[:, 1:] % (VOCAB - 1)) + 1, x[:, 1:])
    order = torch.rand(n, LENGTH - 1).argsort(1)
    place = order < k[:, None]
    x[:, 1:] = torch.where(place, first.expand(-1, LENGTH - 1), x[:, 1:])
    return x, k


def sinusoid(length, dim):
    pos = torch.arange(length)[:, None].float()
    div = torch.exp(torch.arange(0, dim, 2).float() * (-math.log(1000.0) / dim))
    pe = torch.zeros(length, dim)
    pe[:, 0::2] = torch.sin(pos * div)
    pe[:, 1::2] = torch.cos(pos * div)
    return pe


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, args.d_model)
        self.register_buffer("pe", sinusoid(LENGTH, args.d_model))
        layer = nn.TransformerEncoderLayer(args.d_model, args.heads, 96, dropout=0.0, batch_first=True)
        self.enc = nn.TransformerEncoder(layer, args.layers)
        self.out = nn.Linear(args.d_model, CLASSES)

    def forward(self, x):
        h = self.enc(self.emb(x) + self.pe)
        return self.out(h[:, 0])


model = Counter()
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
x_val, y_val = sample(1000)

for step in range(1, args.steps + 1):
    model.train()
    x, y = sample(args.batch)
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    if step % 50 == 0:
        model.eval()
        with torch.no_grad():
            acc = (model(x_val).argmax(1) == y_val).float().mean()
        print(f"step {step:4d} loss {loss.item():.4f} val acc {acc:.3f}")
