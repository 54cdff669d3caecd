"""Copy-memory task: recall the symbol shown at the start after a delay (LSTM)."""
import json
import sys
import torch
from torch import nn

DEFAULTS = {"delay": 9, "symbols": 6, "hidden": 48, "lr": 5e-3, "batch": 50, "max_epochs": 3, "seed": 29}


def load_config(argv):
    cfg = dict(DEFAULTS)
    if len(argv) > 1:
        cfg.update(json.loads(argv[1]))
    return cfg


def make(n, cfg):
    x = torch.randint(cfg["symbols"], cfg["symbols"] + 4, (n, cfg["delay"] + 2))
    y = torch.randint(0, cfg["symbols"], (n, 2))
    x[:, :2] = y
    return x, y


class Memory(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.n = cfg["symbols"]
        self.emb = nn.Embedding(self.n + 4, 16)
        self.lstm = nn.LSTM(16, cfg["hidden"], batch_first=True)
        self.read = nn.Linear(cfg["hidden"], 2 * self.n)

    def forward(self, x):
        out, _ = self.lstm(self.emb(x))
        return self.read(out[:, -1]).view(-1, 2, self.n)


def loop(model, x, y, cfg, opt=None):
    model.train(opt is not None)
    total, right = 0.0, 0
    order = torch.randperm(len(x)) if opt else torch.arange(len(x))
    with torch.set_grad_enabled(opt is not None):
        for idx in order.split(cfg["batch"]):
            logits = model(x[idx])
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), y[idx].flatten())
            if opt:
                opt.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                opt.step()
            total += loss.item() * len(idx)
            right += (logits.argmax(-1) == y[idx]).sum().item()
    return total / len(x), right / y.numel()


cfg = load_config(sys.argv)
torch.manual_seed(cfg["seed"])
train, valid = make(2000, cfg), make(500, cfg)
model = Memory(cfg)
optimizer = torch.optim.Adam(model.parameters(), lr=cfg["lr"])
for epoch in range(cfg["max_epochs"]):
    tl, ta = loop(model, *train, cfg, optimizer)
    vl, va = loop(model, *valid, cfg)
    print(f"epoch {epoch + 1}/{cfg['max_epochs']} train {tl:.3f}/{ta:.3f} valid {vl:.3f}/{va:.3f}")
