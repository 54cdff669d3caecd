# Small transformer: which of the four candidate tokens appears most often?
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import OneCycleLR
from torch.utils.data import DataLoader, TensorDataset

VOCAB = 20
SEQ_LEN = 24


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=4)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--max-lr", type=float, default=0.3)
    p.add_argument("--d-model", type=int, default=32)
    p.add_argument("--heads", type=int, default=4)
    p.add_argument("--clip", type=float, default=1.0)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def generate(n, seed):
    g = torch.Generator().manual_seed(seed)
    x = torch.randint(4, VOCAB, (n, SEQ_LEN), generator=g)
    y = torch.randint(0, 4, (n,), generator=g)
    for i in range(n):
        pos = torch.randperm(SEQ_LEN, generator=g)
        x[i, pos[:4]] = y[i]
        for j, other in enumerate([c for c in range(4) if c != y[i]]):
            k = int(torch.randint(0, 3, (1,), generator=g))
            x[i, pos[4 + 3 * j: 4 + 3 * j + k]] = other
    return TensorDataset(x, y)


class TextTransformer(nn.Module):
    def __init__(self, d_model, heads, layers=2):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, d_model)
        self.pos = nn.Parameter(torch.randn(1, SEQ_LEN, d_model) * 0.02)
        block = nn.TransformerEncoderLayer(d_model, heads, dim_feedforward=2 * d_model,
                                           dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(block, layers)
        self.head = nn.Linear(d_model, 4)

    def forward(self, x):
        h = self.encoder(self.tok(x) + self.pos)
        return self.head(h.mean(dim=1))


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    train_loader = DataLoader(generate(1600, 1), batch_size=args.batch_size, shuffle=True)
    test_loader = DataLoader(generate(800, 2), batch_size=200)

    model = TextTransformer(args.d_model, args.heads)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    scheduler = OneCycleLR(optimizer, max_lr=args.max_lr, epochs=args.epochs,
                           steps_per_epoch=len(train_loader))

    for epoch in range(1, args.epochs + 1):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), args.clip)
            optimizer.step()
            scheduler.step()
        model.eval()
        hits = 0
        with torch.no_grad():
            for x, y in test_loader:
                hits += (model(x).argmax(-1) == y).sum().item()
        print(f"[{epoch}/{args.epochs}] loss={loss.item():.4f} test_acc={hits / 800:.3f} "
              f"lr={scheduler.get_last_lr()[0]:.2e}")


if __name__ == "__main__":
    main()
