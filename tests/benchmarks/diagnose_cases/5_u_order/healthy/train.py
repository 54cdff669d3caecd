import argparse
import math

import torch
import torch.nn as nn


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=64):
        super().__init__()
        pos = torch.arange(max_len).unsqueeze(1)
        div = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2] = torch.sin(pos * div)
        pe[:, 1::2] = torch.cos(pos * div)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return x + self.pe[: x.size(1)]


class MeanPool(nn.Module):
    def forward(self, x):
        return x.mean(dim=1)


def build_model(vocab, d_model, heads, classes):
    return nn.Sequential(
        nn.Embedding(vocab, d_model),
        PositionalEncoding(d_model),
        nn.TransformerEncoderLayer(d_model, heads, 2 * d_model, dropout=0.0, batch_first=True),
        nn.TransformerEncoderLayer(d_model, heads, 2 * d_model, dropout=0.0, batch_first=True),
        MeanPool(),
        nn.Linear(d_model, classes),
    )


def event_logs(n, length, vocab):
    """Two special events (ids 0 and 1) happen in every log; which one came first?"""
    x = torch.randint(2, vocab, (n, length))
    order = torch.rand(n, length).argsort(dim=1)[:, :2].sort(dim=1).values
    y = torch.randint(0, 2, (n,))
    rows = torch.arange(n)
    x[rows, order[:, 0]] = y
    x[rows, order[:, 1]] = 1 - y
    return x, y


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--steps", type=int, default=250)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--length", type=int, default=10)
    p.add_argument("--vocab", type=int, default=12)
    p.add_argument("--seed", type=int, default=4)
    args = p.parse_args()

    torch.manual_seed(args.seed)
    model = build_model(args.vocab, 32, 4, 2)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    loss_fn = nn.CrossEntropyLoss()
    xt, yt = event_logs(1000, args.length, args.vocab)
    for step in range(1, args.steps + 1):
        x, y = event_logs(args.batch_size, args.length, args.vocab)
        loss = loss_fn(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 25 == 0:
            model.eval()
            with torch.no_grad():
                acc = (model(xt).argmax(1) == yt).float().mean().item()
            model.train()
            print(f"step {step} loss {loss.item():.4f} acc {acc:.3f}")


if __name__ == "__main__":
    main()
