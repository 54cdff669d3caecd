import math

import numpy as np
import torch
from torch import nn

SEED = 23
SYMBOLS, STREAMS, CHUNK = 20, 16, 25


def markov_text(n, rng):
    """Second-order chain with few likely successors."""
    table = rng.integers(0, SYMBOLS, size=(SYMBOLS, SYMBOLS, 2))
    seq = [0, 1]
    for _ in range(n - 2):
        a, b = seq[-2:]
        seq.append(int(rng.integers(SYMBOLS)) if rng.random() < 0.05 else int(table[a % 6, b, int(rng.random() < 0.2)]))
    return np.array(seq)


class StreamLM(nn.Module):
    def __init__(self, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(SYMBOLS, 32)
        self.rnn = nn.LSTM(32, hidden, batch_first=True)
        self.out = nn.Linear(hidden, SYMBOLS)

    def forward(self, x, state=None):
        h, state = self.rnn(self.emb(x), state)
        return self.out(h), state


def chunks(ids):
    cols = ids[: len(ids) // STREAMS * STREAMS].view(STREAMS, -1)
    for i in range(0, cols.size(1) - CHUNK - 1, CHUNK):
        yield cols[:, i:i + CHUNK], cols[:, i + 1:i + CHUNK + 1]


def run(model, ids, optimizer=None):
    model.train(optimizer is not None)
    state, total, n = None, 0.0, 0
    for x, y in chunks(ids):
        if state is not None:
            state = tuple(s.detach() for s in state)
        logits, state = model(x, state)
        loss = nn.functional.cross_entropy(logits.reshape(-1, SYMBOLS), y.reshape(-1))
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        total += loss.item()
        n += 1
    return total / n


if __name__ == "__main__":
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    ids = torch.from_numpy(markov_text(40000, rng))
    train_ids, val_ids = ids[:34000], ids[34000:]
    model = StreamLM()
    optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
    for epoch in range(6):
        tr = run(model, train_ids, optimizer)
        with torch.no_grad():
            va = run(model, val_ids)
        print(f"epoch {epoch + 1}: train ppl {math.exp(tr):.2f}, val ppl {math.exp(va):.2f} (uniform {SYMBOLS})")
