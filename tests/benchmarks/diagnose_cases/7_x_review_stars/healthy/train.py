"""Predict the star rating of a product review from a bag of words."""
import csv
import io

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

POS = [f"good{k}" for k in range(12)]
NEG = [f"bad{k}" for k in range(12)]
NEUTRAL = [f"w{k}" for k in range(80)]


def export_csv(n, seed):
    rng = np.random.default_rng(seed)
    buf = io.StringIO()
    out = csv.writer(buf)
    out.writerow(["review", "stars"])
    for _ in range(n):
        stars = int(rng.integers(1, 6))
        n_pos = rng.binomial(40, (stars - 0.5) / 5)
        words = list(rng.choice(POS, n_pos)) + list(rng.choice(NEG, 40 - n_pos)) + list(rng.choice(NEUTRAL, 10))
        rng.shuffle(words)
        out.writerow([" ".join(words), stars])
    return buf.getvalue()


class Reviews(Dataset):
    def __init__(self, text, vocab=None):
        rows = list(csv.DictReader(io.StringIO(text)))
        if vocab is None:
            words = sorted({w for r in rows for w in r["review"].split()})
            vocab = {w: k for k, w in enumerate(words)}
        self.vocab = vocab
        self.x = torch.zeros(len(rows), len(vocab))
        for k, r in enumerate(rows):
            for w in r["review"].split():
                if w in vocab:
                    self.x[k, vocab[w]] += 1
        self.y = torch.tensor([int(r["stars"]) - 1 for r in rows])

    def __len__(self):
        return len(self.y)

    def __getitem__(self, k):
        return self.x[k], self.y[k]


def main():
    torch.manual_seed(0)
    train = Reviews(export_csv(3000, seed=0))
    test = Reviews(export_csv(600, seed=1), vocab=train.vocab)
    net = nn.Sequential(nn.Linear(len(train.vocab), 64), nn.ReLU(), nn.Linear(64, 5))
    loader = DataLoader(train, batch_size=50, shuffle=True)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    crit = nn.CrossEntropyLoss()
    for epoch in range(8):
        net.train()
        tot = 0.0
        for x, y in loader:
            opt.zero_grad()
            loss = crit(net(x), y)
            loss.backward()
            opt.step()
            tot += loss.item()
        net.eval()
        with torch.no_grad():
            pred = net(test.x).argmax(1)
        within = ((pred - test.y).abs() <= 1).float().mean()
        print(f"epoch {epoch + 1}: loss {tot / len(loader):.4f}, accuracy {(pred == test.y).float().mean():.3f}, within one star {within:.3f}")


if __name__ == "__main__":
    main()
