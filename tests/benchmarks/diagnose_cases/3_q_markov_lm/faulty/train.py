"""Next-token prediction on a synthetic Markov language with a GRU."""
import math

import torch
from torch import nn

torch.manual_seed(19)
VOCAB, SEQ, BATCH, STEPS = 30, 20, 32, 250

# every token has three likely followers
trans = torch.full((VOCAB, VOCAB), 0.05 / VOCAB)
for v in range(VOCAB):
    nxt = torch.randperm(VOCAB)[:3]
    trans[v, nxt] += torch.tensor([0.6, 0.25, 0.1])
trans /= trans.sum(1, keepdim=True)


def batch(n):
    seq = [torch.randint(0, VOCAB, (n,))]
    for _ in range(SEQ):
        seq.append(torch.multinomial(trans[seq[-1]], 1).squeeze(1))
    s = torch.stack(seq, 1)
    return s[:, :-1], s[:, 1:]


class LM(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, 32)
        self.gru = nn.GRU(32, 48, batch_first=True)
        self.out = nn.Linear(48, VOCAB)

    def forward(self, x):
        h, _ = self.gru(self.emb(x))
        return self.out(h)


lm = LM()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(lm.parameters(), lr=5e-3)

for step in range(1, STEPS + 1):
    x, y = batch(BATCH)
    loss = criterion(lm(x).reshape(-1, VOCAB), y.reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(lm.parameters(), 1.0)
    optimizer.step()
    if step % 50 == 0:
        print(f"step {step} loss {loss.item():.3f}")

with torch.no_grad():
    x, y = batch(400)
    nll = criterion(lm(x).reshape(-1, VOCAB), y.reshape(-1)).item()
entropy = -(trans * trans.log()).sum(1).mean().item()
print(f"perplexity {math.exp(nll):.2f} (best possible about {math.exp(entropy):.2f})")
