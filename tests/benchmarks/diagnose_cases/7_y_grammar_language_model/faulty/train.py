"""Character language model on a toy grammar, trained with truncated backpropagation."""
import math
import random

import torch
from torch import nn


def corpus(n_sentences, rng):
    nouns, verbs, adj = ["cat", "dog", "bird", "fox"], ["sees", "hears", "likes"], ["old", "red", "big"]
    out = []
    for _ in range(n_sentences):
        np1 = "the " + (rng.choice(adj) + " " if rng.random() < 0.5 else "") + rng.choice(nouns)
        np2 = "a " + rng.choice(nouns)
        out.append(f"{np1} {rng.choice(verbs)} {np2}. ")
    return "".join(out)


class CharLM(nn.Module):
    def __init__(self, vocab, dim=24, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.gru = nn.GRU(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, ids, state=None):
        h, state = self.gru(self.emb(ids), state)
        return self.out(h), state


def as_streams(ids, streams):
    n = len(ids) // streams
    return ids[: n * streams].view(streams, n)


class LMTrainer:
    def __init__(self, model, bptt=32, lr=3e-3):
        self.model, self.bptt = model, bptt
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.ce = nn.CrossEntropyLoss()

    def segments(self, data):
        for i in range(0, data.size(1) - 1, self.bptt):
            stop = min(i + self.bptt, data.size(1) - 1)
            yield data[:, i:stop], data[:, i + 1:stop + 1]

    def epoch(self, data):
        self.model.train()
        state, losses = None, []
        for x, y in self.segments(data):
            logits, state = self.model(x, state)
            loss = self.ce(logits.flatten(0, 1), y.flatten())
            self.opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.opt.step()
            losses.append(loss.item())
        return sum(losses) / len(losses)

    @torch.no_grad()
    def perplexity(self, data):
        self.model.eval()
        state, total, n = None, 0.0, 0
        for x, y in self.segments(data):
            logits, state = self.model(x, state)
            total += self.ce(logits.flatten(0, 1), y.flatten()).item() * y.numel()
            n += y.numel()
        return math.exp(total / n)


if __name__ == "__main__":
    torch.manual_seed(3)
    rng = random.Random(3)
    text, held = corpus(1500, rng), corpus(200, rng)
    chars = sorted(set(text))
    code = {c: i for i, c in enumerate(chars)}
    encode = lambda s: torch.tensor([code[c] for c in s])
    train, test = as_streams(encode(text), 20), as_streams(encode(held), 4)
    trainer = LMTrainer(CharLM(len(chars)))
    for ep in range(8):
        loss = trainer.epoch(train)
        print(f"epoch {ep + 1}: loss {loss:.3f}, held-out perplexity {trainer.perplexity(test):.3f}")
