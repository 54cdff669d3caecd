"""Intent classification for a voice assistant, GRU over token ids."""
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

CFG = dict(vocab=260, intents=8, length=12, hidden=48, epochs=7, lr=3e-3, batch=64)


def synth(n, rng):
    prior = np.array([0.3, 0.2, 0.15, 0.1, 0.1, 0.06, 0.05, 0.04])
    y = rng.choice(CFG["intents"], n, p=prior)
    x = rng.integers(1, CFG["vocab"], (n, CFG["length"]))
    for i, c in enumerate(y):
        a, b = rng.choice(CFG["length"] - 1, 2, replace=False)
        x[i, a] = 1 + c * 6 + rng.integers(0, 6)
        x[i, b] = 60 + (c % 4) * 5 + rng.integers(0, 5)
        x[i, -1] = 100 + (c // 4) * 8 + rng.integers(0, 8)
    return TensorDataset(torch.from_numpy(x), torch.from_numpy(y))


class IntentGRU(nn.Module):
    def __init__(self, vocab, intents, hidden):
        super().__init__()
        self.embed = nn.Embedding(vocab, 32)
        self.gru = nn.GRU(32, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, intents)

    def forward(self, ids):
        h, _ = self.gru(self.embed(ids))
        return self.out(h.max(dim=1).values)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=CFG["lr"])
        self.loss_fn = nn.NLLLoss()

    def run_epoch(self, loader):
        self.model.train()
        tot = 0.0
        for x, y in loader:
            self.opt.zero_grad()
            loss = self.loss_fn(self.model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.opt.step()
            tot += loss.item()
        return tot / len(loader)

    @torch.no_grad()
    def macro_recall(self, loader):
        self.model.eval()
        hit, cnt = np.zeros(CFG["intents"]), np.zeros(CFG["intents"])
        for x, y in loader:
            p = self.model(x).argmax(-1)
            for c in range(CFG["intents"]):
                hit[c] += ((p == y) & (y == c)).sum().item()
                cnt[c] += (y == c).sum().item()
        return (hit / cnt.clip(1)).mean()


torch.manual_seed(13)
rng = np.random.default_rng(13)
train_dl = DataLoader(synth(5000, rng), batch_size=CFG["batch"], shuffle=True)
dev_dl = DataLoader(synth(1000, rng), batch_size=250)
trainer = Trainer(IntentGRU(CFG["vocab"], CFG["intents"], CFG["hidden"]))
for epoch in range(CFG["epochs"]):
    l = trainer.run_epoch(train_dl)
    print(f"epoch {epoch}: loss {l:.4f}, dev macro recall {trainer.macro_recall(dev_dl):.4f}")
