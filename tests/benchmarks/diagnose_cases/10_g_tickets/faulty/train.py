"""Route support tickets to a team. Bag-of-embeddings classifier."""
import random
import torch
import torch.nn as nn

SEED = 5
random.seed(SEED)
torch.manual_seed(SEED)

TEAMS = {
    "billing": "invoice charge refund card payment price tax receipt".split(),
    "network": "router wifi latency packet outage vpn dns cable".split(),
    "accounts": "login password reset email username locked token sso".split(),
    "hardware": "screen keyboard battery fan charger laptop mouse dock".split(),
    "shipping": "parcel courier delivery tracking address customs late box".split(),
    "legal": "contract privacy gdpr consent clause terms license nda".split(),
}
FILLER = "hello please my the i have a problem with since yesterday thanks team it is not still again can you help".split()


def write_ticket():
    team = random.choice(list(TEAMS))
    other = random.choice(list(TEAMS))
    words = random.choices(TEAMS[team], k=3) + random.choices(TEAMS[other], k=1) + random.choices(FILLER, k=10)
    random.shuffle(words)
    return " ".join(words), team


def build_vocab(texts):
    vocab = {"<pad>": 0, "<unk>": 1}
    for t in texts:
        for w in t.split():
            vocab.setdefault(w, len(vocab))
    return vocab


def build_labels(names):
    return {name: i for i, name in enumerate(dict.fromkeys(names))}


def encode(rows, vocab, labels, max_len=16):
    x = torch.zeros(len(rows), max_len, dtype=torch.long)
    y = torch.zeros(len(rows), dtype=torch.long)
    for i, (text, team) in enumerate(rows):
        ids = [vocab.get(w, 1) for w in text.split()][:max_len]
        x[i, :len(ids)] = torch.tensor(ids)
        y[i] = labels[team]
    return x, y


rows = [write_ticket() for _ in range(5000)]
train_rows, test_rows = rows[:4000], rows[4000:]
vocab = build_vocab(t for t, _ in train_rows)
labels = build_labels(team for _, team in train_rows)
x_train, y_train = encode(train_rows, vocab, labels)
x_test, y_test = encode(test_rows, vocab, build_labels(team for _, team in test_rows))


class Router(nn.Module):
    def __init__(self, n_words, n_teams, dim=32):
        super().__init__()
        self.emb = nn.Embedding(n_words, dim, padding_idx=0)
        self.fc = nn.Sequential(nn.Linear(dim, 48), nn.ReLU(), nn.Linear(48, n_teams))

    def forward(self, ids):
        mask = (ids != 0).float().unsqueeze(-1)
        pooled = (self.emb(ids) * mask).sum(1) / mask.sum(1)
        return self.fc(pooled)


model = Router(len(vocab), len(TEAMS))
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
ce = nn.CrossEntropyLoss()
for epoch in range(1, 16):
    model.train()
    perm = torch.randperm(len(x_train))
    total = 0.0
    for i in range(0, len(perm), 64):
        b = perm[i:i + 64]
        opt.zero_grad()
        loss = ce(model(x_train[b]), y_train[b])
        loss.backward()
        opt.step()
        total += loss.item() * len(b)
    model.eval()
    with torch.no_grad():
        acc = (model(x_test).argmax(1) == y_test).float().mean().item()
    print(f"[{epoch:02d}] train loss {total / len(perm):.4f}  test accuracy {acc:.3f}")
