# Sentiment stars (1..5) from review tokens: embedding + self-attention pooling.
import numpy as np
import torch
import torch.nn as nn

VOCAB, MAXLEN, PAD = 500, 24, 0
rs = np.random.RandomState(3)
valence = np.zeros(VOCAB)
valence[1:101] = rs.uniform(0.4, 1.5, 100)
valence[101:201] = -rs.uniform(0.4, 1.5, 100)


def reviews(n):
    tok = np.zeros((n, MAXLEN), dtype=np.int64)
    star = np.zeros(n, dtype=np.int64)
    for i in range(n):
        ln = rs.randint(8, MAXLEN + 1)
        mood = rs.uniform(0, 1)
        pos = rs.randint(1, 101, ln)
        neg = rs.randint(101, 201, ln)
        neutral = rs.randint(201, VOCAB, ln)
        w = np.where(rs.rand(ln) < mood, pos, neg)
        w = np.where(rs.rand(ln) < 0.4, neutral, w)
        tok[i, :ln] = w
        star[i] = np.clip(np.digitize(valence[w].mean(), [-0.35, -0.12, 0.12, 0.35]), 0, 4)
    return torch.from_numpy(tok), torch.from_numpy(star)


class StarModel(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, dim, padding_idx=PAD)
        self.att = nn.Linear(dim, 1)
        self.mlp = nn.Sequential(nn.Linear(dim, 48), nn.ReLU(), nn.Linear(48, 5))

    def forward(self, tok):
        e = self.emb(tok)
        a = self.att(e).squeeze(-1).masked_fill(tok == PAD, -1e9).softmax(-1)
        return self.mlp((a.unsqueeze(-1) * e).sum(1))


def build_optimizer(model):
    return torch.optim.Adadelta(model.parameters(), lr=3e-3)


torch.manual_seed(3)
train_x, train_y = reviews(4000)
valid_x, valid_y = reviews(800)
model = StarModel()
optimizer = build_optimizer(model)
criterion = nn.CrossEntropyLoss()

for epoch in range(1, 11):
    model.train()
    seen, tot = 0, 0.0
    for idx in torch.randperm(len(train_x)).split(64):
        optimizer.zero_grad()
        loss = criterion(model(train_x[idx]), train_y[idx])
        loss.backward()
        optimizer.step()
        tot += loss.item() * len(idx)
        seen += len(idx)
    model.eval()
    with torch.no_grad():
        p = model(valid_x).argmax(1)
    print(f"epoch {epoch}: train loss {tot / seen:.3f}; valid exact {(p == valid_y).float().mean():.3f}; "
          f"valid within one star {((p - valid_y).abs() <= 1).float().mean():.3f}")
