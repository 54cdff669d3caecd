# n-gram style neural language model on a synthetic grammar, with gradient accumulation
import torch
import torch.nn as nn

torch.manual_seed(9)
V, CTX = 30, 3
accumulation_steps = 4
micro_batch = 32

# order-2 Markov source
src_gen = torch.Generator().manual_seed(77)
table = torch.softmax(3.0 * torch.randn(V, V, V, generator=src_gen), -1)


def generate(n, length=40):
    s = torch.randint(0, V, (n, 2), generator=src_gen)
    seq = [s[:, 0], s[:, 1]]
    for _ in range(length - 2):
        p = table[seq[-2], seq[-1]]
        seq.append(torch.multinomial(p, 1, generator=src_gen).squeeze(1))
    return torch.stack(seq, 1)


def windows(seqs):
    w = seqs.unfold(1, CTX + 1, 1).reshape(-1, CTX + 1)
    return w[:, :CTX], w[:, CTX]


class NPLM(nn.Module):
    def __init__(self, d=32, h=256):
        super().__init__()
        self.tok = nn.Embedding(V, d)
        self.ff = nn.Sequential(nn.Linear(CTX * d, h), nn.ReLU(), nn.Linear(h, V))

    def forward(self, x):
        return self.ff(self.tok(x).flatten(1))


def perplexity(model, x, y):
    model.eval()
    with torch.no_grad():
        nll = nn.functional.cross_entropy(model(x), y)
    model.train()
    return nll.exp().item()


x_tr, y_tr = windows(generate(1600))
x_va, y_va = windows(generate(100))
model = NPLM()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
print(f"uniform ppl {V}, start ppl {perplexity(model, x_va, y_va):.2f}")

for epoch in range(1, 3):
    perm = torch.randperm(len(x_tr))
    optimizer.zero_grad()
    running, seen = 0.0, 0
    for i, idx in enumerate(perm.split(micro_batch)):
        loss = nn.functional.cross_entropy(model(x_tr[idx]), y_tr[idx])
        (loss / accumulation_steps).backward()
        running, seen = running + loss.item(), seen + 1
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()
        if (i + 1) % 600 == 0:
            print(f"epoch {epoch} micro-step {i + 1} loss {running / seen:.3f} val ppl {perplexity(model, x_va, y_va):.2f}")
            running, seen = 0.0, 0
print(f"final val ppl {perplexity(model, x_va, y_va):.2f}")
