"""Route support tickets to one of six queues."""
import argparse

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def build_tickets(n, vocab=600, queues=6, max_len=24, seed=0):
    rng = np.random.default_rng(seed)
    topic_words = rng.permutation(np.arange(1, vocab))[: queues * 40].reshape(queues, 40)
    tokens = np.zeros((n, max_len), dtype=np.int64)
    labels = rng.integers(0, queues, n)
    for i, q in enumerate(labels):
        length = rng.integers(8, max_len + 1)
        on_topic = rng.random(length) < 0.35
        words = rng.integers(1, vocab, length)
        words[on_topic] = rng.choice(topic_words[q], on_topic.sum())
        tokens[i, :length] = words
    return torch.from_numpy(tokens), torch.from_numpy(labels)


class TicketEncoder(nn.Module):
    def __init__(self, vocab, queues, dim=48):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.attn = nn.Linear(dim, 1)
        self.norm = nn.LayerNorm(dim)
        self.fc = nn.Sequential(nn.Linear(dim, 64), nn.GELU(), nn.Linear(64, queues))

    def forward(self, tok):
        e = self.embed(tok)
        w = self.attn(e).squeeze(-1).masked_fill(tok == 0, float("-inf"))
        pooled = (w.softmax(-1).unsqueeze(-1) * e).sum(1)
        return self.fc(self.norm(pooled))


def make_schedule(optimizer, args, total_steps):
    def factor(step):
        if step < args.warmup:
            return args.lr * (step + 1) / args.warmup
        left = (total_steps - step) / max(1, total_steps - args.warmup)
        return args.lr * max(left, 0.02)

    return torch.optim.lr_scheduler.LambdaLR(optimizer, factor)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--warmup", type=int, default=60)
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--batch", type=int, default=64)
    ap.add_argument("--seed", type=int, default=5)
    args = ap.parse_args()
    torch.manual_seed(args.seed)

    tok, lab = build_tickets(6000, seed=args.seed)
    tr_tok, tr_lab, te_tok, te_lab = tok[:5000], lab[:5000], tok[5000:], lab[5000:]
    net = TicketEncoder(600, 6)
    opt = torch.optim.AdamW(net.parameters(), lr=args.lr, weight_decay=0.01)
    steps = args.epochs * ((len(tr_tok) + args.batch - 1) // args.batch)
    sched = make_schedule(opt, args, steps)

    for epoch in range(args.epochs):
        net.train()
        perm = torch.randperm(len(tr_tok))
        tot = 0.0
        for i in range(0, len(perm), args.batch):
            idx = perm[i:i + args.batch]
            loss = F.cross_entropy(net(tr_tok[idx]), tr_lab[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            tot += loss.item() * len(idx)
        net.eval()
        with torch.no_grad():
            acc = (net(te_tok).argmax(1) == te_lab).float().mean().item()
        print(f"epoch {epoch}: loss={tot / len(perm):.4f} test_acc={acc:.3f}")


if __name__ == "__main__":
    main()
