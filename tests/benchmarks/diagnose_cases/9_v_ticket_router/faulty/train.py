import random
from collections import Counter
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Config:
    emb_dim: int = 48
    lr: float = 3e-3
    epochs: int = 5
    batch: int = 50
    seed: int = 11


QUEUES = [f"queue_{i:02d}" for i in range(40)]
FILLER = [f"word{i}" for i in range(400)]
TOPICS = {q: [f"{q}_term{j}" for j in range(15)] for q in QUEUES}


def fake_ticket():
    q = random.choice(QUEUES)
    other = random.choice(QUEUES)
    words = random.choices(FILLER, k=random.randint(8, 20))
    words += random.choices(TOPICS[q], k=3) + random.choices(TOPICS[other], k=1)
    random.shuffle(words)
    return " ".join(words), q


def build_vocab(texts, min_freq=2):
    c = Counter(w for t in texts for w in t.split())
    itos = ["<unk>"] + [w for w, n in c.most_common() if n >= min_freq]
    return {w: i for i, w in enumerate(itos)}


def collate(rows, vocab):
    ids, offsets, labels = [], [], []
    for text, q in rows:
        offsets.append(len(ids))
        ids.extend(vocab.get(w, 0) for w in text.split())
        labels.append(QUEUES.index(q))
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(labels)


class Router(nn.Module):
    def __init__(self, vocab_size, emb_dim, n_classes):
        super().__init__()
        self.bag = nn.EmbeddingBag(vocab_size, emb_dim, mode="mean")
        self.norm = nn.LayerNorm(emb_dim)
        self.fc1 = nn.Linear(emb_dim, 64)
        self.fc2 = nn.Linear(64, n_classes)

    def forward(self, ids, offsets):
        h = self.norm(self.bag(ids, offsets))
        h = F.relu(self.fc1(h))
        scores = self.fc2(h)
        return F.softmax(scores, dim=-1)


def accuracy(model, rows, vocab):
    model.eval()
    with torch.no_grad():
        ids, off, lab = collate(rows, vocab)
        return (model(ids, off).argmax(-1) == lab).float().mean().item()


if __name__ == "__main__":
    cfg = Config()
    random.seed(cfg.seed)
    torch.manual_seed(cfg.seed)
    train_rows = [fake_ticket() for _ in range(6000)]
    test_rows = [fake_ticket() for _ in range(1000)]
    vocab = build_vocab(t for t, _ in train_rows)
    model = Router(len(vocab), cfg.emb_dim, len(QUEUES))
    opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for epoch in range(1, cfg.epochs + 1):
        model.train()
        random.shuffle(train_rows)
        tot = 0
        for i in range(0, len(train_rows), cfg.batch):
            ids, off, lab = collate(train_rows[i:i + cfg.batch], vocab)
            loss = F.cross_entropy(model(ids, off), lab)
            opt.zero_grad()
            loss.backward()
            opt.step()
            tot += loss.item()
        n = len(train_rows) // cfg.batch
        print(f"[{epoch}/{cfg.epochs}] loss={tot / n:.3f} test_acc={accuracy(model, test_rows, vocab):.3f}")
