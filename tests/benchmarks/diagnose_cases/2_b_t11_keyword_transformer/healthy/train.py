import json
from pathlib import Path

import torch
import torch.nn as nn

cfg = json.loads((Path(__file__).parent / "config.json").read_text())
torch.manual_seed(cfg["seed"])

L, V = cfg["max_len"], cfg["vocab"]


def make_data(n):
    """Label 0..3: which of four marker tokens appears most often."""
    x = torch.randint(5, V, (n, L))
    y = torch.randint(0, 4, (n,))
    for i in range(n):
        pos = torch.randperm(L)[:5]
        x[i, pos[:3]] = y[i] + 1
        x[i, pos[3:]] = (y[i] + torch.randint(1, 4, (2,))) % 4 + 1
    return x, y


class Classifier(nn.Module):
    def __init__(self, dim, heads, depth, dropout):
        super().__init__()
        self.tok = nn.Embedding(V, dim)
        self.pos = nn.Parameter(0.02 * torch.randn(1, L, dim))
        self.drop = nn.Dropout(dropout)
        layer = nn.TransformerEncoderLayer(dim, heads, dim * 2, dropout=dropout, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, depth)
        self.head = nn.Linear(dim, 4)

    def forward(self, x):
        h = self.drop(self.tok(x) + self.pos)
        return self.head(self.encoder(h).mean(1))


xtr, ytr = make_data(2000)
xte, yte = make_data(500)
model = Classifier(cfg["dim"], cfg["heads"], cfg["depth"], cfg["dropout"])
opt = torch.optim.AdamW(model.parameters(), lr=cfg["lr"])
for epoch in range(cfg["epochs"]):
    model.train()
    for idx in torch.randperm(len(xtr)).split(cfg["batch_size"]):
        loss = nn.functional.cross_entropy(model(xtr[idx]), ytr[idx])
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
    model.eval()
    with torch.no_grad():
        acc = (model(xte).argmax(1) == yte).float().mean()
    print(f"epoch {epoch + 1} loss {loss.item():.3f} acc {acc.item():.3f}")
