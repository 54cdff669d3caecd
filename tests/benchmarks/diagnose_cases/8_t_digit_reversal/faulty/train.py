import argparse

import torch
from torch import nn

from model import Seq2SeqTransformer

PAD, BOS, EOS = 0, 1, 2
OFFSET = 3


class NoamSchedule:
    """Linear warm-up followed by inverse square-root decay (Vaswani et al., 2017)."""

    def __init__(self, optimizer, d_model, warmup, factor=1.0):
        self.optimizer = optimizer
        self.d_model, self.warmup, self.factor = d_model, warmup, factor
        self.t = 0

    def step(self):
        self.t += 1
        lr = self.factor * self.d_model ** -0.5 * min(self.t ** -0.5, self.t * self.warmup ** -1.5)
        for group in self.optimizer.param_groups:
            group["lr"] = lr
        return lr


def sample(batch, length, symbols, gen):
    src = torch.randint(0, symbols, (batch, length), generator=gen) + OFFSET
    rev = src.flip(1)
    bos = torch.full((batch, 1), BOS)
    eos = torch.full((batch, 1), EOS)
    return src, torch.cat([bos, rev, eos], 1)


@torch.no_grad()
def exact_match(model, src, tgt):
    model.eval()
    out = torch.full((len(src), 1), BOS)
    for _ in range(tgt.size(1) - 1):
        out = torch.cat([out, model(src, out)[:, -1].argmax(-1, keepdim=True)], 1)
    model.train()
    return (out == tgt).all(1).float().mean().item(), (out[:, 1:] == tgt[:, 1:]).float().mean().item()


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--seed", type=int, default=11)
    p.add_argument("--steps", type=int, default=450)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--length", type=int, default=6)
    p.add_argument("--symbols", type=int, default=10)
    p.add_argument("--d-model", type=int, default=64)
    p.add_argument("--warmup", type=int, default=4000)
    return p.parse_args()


def main(args):
    torch.manual_seed(args.seed)
    gen = torch.Generator().manual_seed(args.seed + 1)
    model = Seq2SeqTransformer(args.symbols + OFFSET, args.d_model, max_len=args.length + 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9)
    schedule = NoamSchedule(optimizer, args.d_model, args.warmup, factor=0.25)
    criterion = nn.CrossEntropyLoss(ignore_index=PAD)
    test = sample(100, args.length, args.symbols, gen)

    for step in range(1, args.steps + 1):
        src, tgt = sample(args.batch, args.length, args.symbols, gen)
        lr = schedule.step()
        logits = model(src, tgt[:, :-1])
        loss = criterion(logits.flatten(0, 1), tgt[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 75 == 0:
            whole, token = exact_match(model, *test)
            print(f"step {step:4d}  lr {lr:.2e}  loss {loss.item():.3f}  token acc {token:.3f}  exact {whole:.3f}")


if __name__ == "__main__":
    main(parse())
