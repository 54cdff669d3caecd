"""Does the query symbol (last token) occur earlier in the sequence right after a marker?"""
import argparse
import torch
import torch.nn as nn

p = argparse.ArgumentParser()
p.add_argument("--vocab", type=int, default=9)
p.add_argument("--seq-len", type=int, default=7)
p.add_argument("--d-model", type=int, default=32)
p.add_argument("--heads", type=int, default=4)
p.add_argument("--layers", type=int, default=1)
p.add_argument("--lr", type=float, default=3e-3)
p.add_argument("--epochs", type=int, default=7)
p.add_argument("--batch", type=int, default=64)
p.add_argument("--seed", type=int, default=3)
args = p.parse_args()
torch.manual_seed(args.seed)


def make_split(n):
    x = torch.randint(1, args.vocab, (n, args.seq_len))
    y = torch.zeros(n, dtype=torch.long)
    for i in range(n):
        body = x[i, :-1]
        if torch.rand(()) < 0.5:
            body[torch.randint(0, args.seq_len - 1, ())] = x[i, -1]
        else:
            hit = body == x[i, -1]
            body[hit] = (body[hit] % (args.vocab - 1)) + 1
        y[i] = (body == x[i, -1]).any()
    return x, y


class MatchNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok = nn.Embedding(args.vocab, args.d_model)
        self.pos = nn.Parameter(torch.randn(1, args.seq_len, args.d_model) * 0.02)
        layer = nn.TransformerEncoderLayer(args.d_model, args.heads, 2 * args.d_model,
                                           dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, args.layers)
        self.out = nn.Linear(args.d_model, 2)

    def forward(self, x):
        h = self.encoder(self.tok(x) + self.pos)
        return self.out(h[:, -1])


@torch.no_grad()
def accuracy(model, x, y):
    model.eval()
    hits = sum((model(xb).argmax(-1) == yb).sum().item() for xb, yb in zip(x.split(128), y.split(128)))
    model.train()
    return hits / len(y)


def main():
    xtr, ytr = make_split(3000)
    xva, yva = make_split(800)
    model = MatchNet()
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(1, args.epochs + 1):
        order = torch.randperm(len(xtr))
        running = 0.0
        for idx in order.split(args.batch):
            opt.zero_grad()
            loss = criterion(model(xtr[idx]), ytr[idx])
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            running += loss.item() * len(idx)
        print(f"epoch {epoch:2d} loss {running / len(xtr):.4f} val_acc {accuracy(model, xva, yva):.3f}")


if __name__ == "__main__":
    main()
