import argparse

import torch
from torch import nn


class CharMemory(nn.Module):
    """Reads a sequence of symbols one by one and says what the cue at the start was."""

    def __init__(self, n_symbols, hidden):
        super().__init__()
        self.hidden = hidden
        self.emb = nn.Embedding(n_symbols, 16)
        self.cell = nn.GRUCell(16, hidden)
        self.readout = nn.Linear(hidden, n_symbols)

    def init_hidden(self, batch):
        return torch.zeros(batch, self.hidden)

    def forward(self, seq, h):
        x = self.emb(seq)
        for t in range(seq.size(1)):
            h = self.cell(x[:, t], h.detach())
        return self.readout(h), h


def sample(batch, length, n_symbols):
    """first symbol is the cue, rest is distraction"""
    seq = torch.randint(0, n_symbols, (batch, length))
    return seq, seq[:, 0]


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--iters", type=int, default=350)
    ap.add_argument("--batch", type=int, default=64)
    ap.add_argument("--length", type=int, default=12)
    ap.add_argument("--symbols", type=int, default=8)
    ap.add_argument("--hidden", type=int, default=64)
    ap.add_argument("--lr", type=float, default=4e-3)
    ap.add_argument("--seed", type=int, default=21)
    args = ap.parse_args()
    torch.manual_seed(args.seed)

    net = CharMemory(args.symbols, args.hidden)
    optim = torch.optim.Adam(net.parameters(), lr=args.lr)
    ce = nn.CrossEntropyLoss()
    avg = None
    for it in range(1, args.iters + 1):
        seq, cue = sample(args.batch, args.length, args.symbols)
        logits, _ = net(seq, net.init_hidden(args.batch))
        loss = ce(logits, cue)
        optim.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optim.step()
        avg = loss.item() if avg is None else 0.98 * avg + 0.02 * loss.item()
        if it % 50 == 0:
            print(f"iter {it:4d} | loss {avg:.4f}")

    with torch.no_grad():
        seq, cue = sample(1000, args.length, args.symbols)
        logits, _ = net(seq, net.init_hidden(1000))
        print("recall accuracy:", (logits.argmax(1) == cue).float().mean().item())


if __name__ == "__main__":
    main()
