import torch
import torch.nn as nn
import torch.nn.functional as F

# per-position annotation of a toy genome: intergenic / promoter / coding / stop
torch.manual_seed(21)
BASES, TAGS, LENGTH = 4, 4, 60


def make_sequences(n):
    seq = torch.randint(0, BASES, (n, LENGTH))
    tag = torch.zeros(n, LENGTH, dtype=torch.long)
    promoter = torch.tensor([0, 3, 0, 3, 0])
    stop = torch.tensor([3, 0, 2])
    for i in range(n):
        start = int(torch.randint(2, 20, (1,)))
        length = int(torch.randint(12, 25, (1,)))
        seq[i, start:start + 5] = promoter
        tag[i, start:start + 5] = 1
        a, b = start + 5, start + 5 + length
        seq[i, a:b] = torch.where(torch.rand(length) < 0.7, torch.randint(1, 3, (length,)), seq[i, a:b])
        tag[i, a:b] = 2
        seq[i, b:b + 3] = stop
        tag[i, b:b + 3] = 3
    return seq, tag


class Annotator(nn.Module):
    def __init__(self, emb=12, hidden=32):
        super().__init__()
        self.emb = nn.Embedding(BASES, emb)
        self.conv = nn.Conv1d(emb, 32, 7, padding=3)
        self.rnn = nn.GRU(32, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, TAGS)

    def forward(self, s):
        h = self.emb(s).transpose(1, 2)
        h = F.relu(self.conv(h)).transpose(1, 2)
        h, _ = self.rnn(h)
        return self.out(h)


def train_epoch(model, opt, seq, tag, bs=40):
    model.train()
    total, n = 0.0, 0
    for idx in torch.randperm(len(seq)).split(bs):
        scores = model(seq[idx])
        loss = F.cross_entropy(scores.reshape(-1, TAGS), tag[idx].reshape(-1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
        n += 1
    return total / n


@torch.no_grad()
def macro_f1(model, seq, tag):
    model.eval()
    pred = model(seq).argmax(-1)
    f1 = []
    for c in range(TAGS):
        tp = ((pred == c) & (tag == c)).sum().item()
        fp = ((pred == c) & (tag != c)).sum().item()
        fn = ((pred != c) & (tag == c)).sum().item()
        f1.append(2 * tp / max(2 * tp + fp + fn, 1))
    return sum(f1) / TAGS


seq, tag = make_sequences(1000)
model = Annotator()
opt = torch.optim.Adam(model.parameters(), lr=4e-3)
for epoch in range(8):
    loss = train_epoch(model, opt, seq[:800], tag[:800])
    print(f"epoch {epoch} loss {loss:.4f} macro F1 {macro_f1(model, seq[800:], tag[800:]):.3f}")
