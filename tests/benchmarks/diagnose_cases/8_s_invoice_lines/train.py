"""Book invoice positions to cost accounts. Texts differ in length, so they go through one by one."""
import random

import torch
from torch import nn

ACCOUNTS = ["travel", "office", "energy", "software", "freight"]
ACCUMULATE = 16


def positions(n, rng):
    keys = {a: [f"{a}{k}" for k in range(6)] for a in ACCOUNTS}
    filler = [f"w{k}" for k in range(60)]
    rows = []
    for _ in range(n):
        account = rng.choice(ACCOUNTS)
        words = rng.choices(filler, k=rng.randint(2, 12)) + rng.choices(keys[account], k=rng.randint(1, 3))
        if rng.random() < 0.25:
            words.append(rng.choice(keys[rng.choice(ACCOUNTS)]))
        rng.shuffle(words)
        rows.append((words, ACCOUNTS.index(account)))
    vocab = {w: i for i, w in enumerate(filler + sum(keys.values(), []))}
    return [(torch.tensor([vocab[w] for w in words]), torch.tensor([label])) for words, label in rows], len(vocab)


class Booker(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.words = nn.Embedding(vocab, 24)
        self.weight = nn.Linear(24, 1)
        self.out = nn.Sequential(nn.Linear(24, 32), nn.ReLU(), nn.Linear(32, len(ACCOUNTS)), nn.LogSoftmax(dim=-1))

    def forward(self, ids):
        e = self.words(ids)
        a = torch.softmax(self.weight(e), dim=0)
        return self.out((a * e).sum(dim=0, keepdim=True))


def main():
    rng = random.Random(3)
    torch.manual_seed(3)
    data, vocab = positions(2400, rng)
    train, test = data[:2000], data[2000:]
    model = Booker(vocab)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    nll = nn.NLLLoss()
    for epoch in range(6):
        rng.shuffle(train)
        total = 0.0
        for k, (ids, account) in enumerate(train, start=1):
            loss = nll(model(ids), account)
            (loss / ACCUMULATE).backward()
            total += loss.item()
            if k % ACCUMULATE == 0:
                optimizer.step()
                optimizer.zero_grad()
        with torch.no_grad():
            right = sum(model(ids).argmax().item() == account.item() for ids, account in test)
        print(f"epoch {epoch + 1}: nll {total / len(train):.3f}, booked correctly {right / len(test):.3f}")


if __name__ == "__main__":
    main()
