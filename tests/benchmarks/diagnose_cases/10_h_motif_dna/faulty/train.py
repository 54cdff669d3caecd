import numpy as np
import torch
import torch.nn as nn

rng = np.random.default_rng(41)
torch.manual_seed(41)
MOTIF = [0, 2, 1, 3, 3, 0]


def make_sequences(n, length=60):
    seq = rng.integers(0, 4, (n, length))
    label = rng.integers(0, 2, n)
    for i in range(n):
        p = rng.integers(0, length - len(MOTIF))
        m = np.array(MOTIF)
        if label[i] == 0:
            m = rng.permutation(m)
        seq[i, p:p + len(MOTIF)] = m
    onehot = np.eye(4, dtype=np.float32)[seq].transpose(0, 2, 1)
    return torch.from_numpy(onehot.copy()), torch.from_numpy(label).float()


class MotifCNN(nn.Module):
    def __init__(self, filters=24, width=1):
        super().__init__()
        self.scan = nn.Conv1d(4, filters, kernel_size=width, padding=width // 2)
        self.drop = nn.Dropout(0.2)
        self.fc = nn.Sequential(nn.Linear(filters, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x):
        h = torch.relu(self.scan(x)).amax(dim=2)
        return self.fc(self.drop(h)).squeeze(1)


def auroc(scores, labels):
    order = scores.argsort()
    ranks = torch.empty_like(scores)
    ranks[order] = torch.arange(1, len(scores) + 1, dtype=scores.dtype)
    pos = labels == 1
    n1, n0 = pos.sum(), (~pos).sum()
    return ((ranks[pos].sum() - n1 * (n1 + 1) / 2) / (n1 * n0)).item()


Xtr, ytr = make_sequences(4000)
Xte, yte = make_sequences(800)
model = MotifCNN()
loss_fn = nn.BCEWithLogitsLoss()
opt = torch.optim.Adam(model.parameters(), lr=5e-3, weight_decay=1e-5)
for epoch in range(1, 13):
    model.train()
    perm = torch.randperm(len(Xtr))
    run = 0.0
    for i in range(0, len(perm), 64):
        b = perm[i:i + 64]
        opt.zero_grad()
        loss = loss_fn(model(Xtr[b]), ytr[b])
        loss.backward()
        opt.step()
        run += loss.item() * len(b)
    model.eval()
    with torch.no_grad():
        s = model(Xte)
    print(f"epoch {epoch:2d} loss {run / len(Xtr):.4f} test auroc {auroc(s, yte):.4f} acc {((s > 0) == (yte > 0)).float().mean():.4f}")
