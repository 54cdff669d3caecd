"""Which of the four token groups occurs most often in the sequence?"""
import json
import math
from pathlib import Path

import torch
import torch.nn.functional as F

from model import TinyTransformer

cfg = json.loads((Path(__file__).parent / "config.json").read_text())
torch.manual_seed(cfg["seed"])
N_CLASSES = 4


def sample(n):
    y = torch.randint(0, N_CLASSES, (n,))
    per_group = cfg["vocab"] // N_CLASSES
    ids = torch.randint(0, cfg["vocab"], (n, cfg["seq_len"]))
    mask = torch.rand(n, cfg["seq_len"]) < 0.35
    own = y[:, None] * per_group + torch.randint(0, per_group, (n, cfg["seq_len"]))
    return torch.where(mask, own, ids), y


def lr_at(step):
    if step < cfg["warmup"]:
        return (step + 1) / cfg["warmup"]
    t = (step - cfg["warmup"]) / (cfg["steps"] - cfg["warmup"])
    return 0.5 * (1 + math.cos(math.pi * t))


model = TinyTransformer(cfg, N_CLASSES)
opt = torch.optim.AdamW(model.parameters(), lr=cfg["lr"], weight_decay=cfg["weight_decay"])
sched = torch.optim.lr_scheduler.LambdaLR(opt, lr_at)
x_test, y_test = sample(600)

for step in range(cfg["steps"]):
    model.train()
    x, y = sample(cfg["batch_size"])
    loss = F.cross_entropy(model(x), y)
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    sched.step()
    if (step + 1) % 50 == 0:
        model.eval()
        with torch.no_grad():
            acc = (model(x_test).argmax(-1) == y_test).float().mean().item()
        print(f"step {step + 1:4d} | loss {loss.item():.3f} | test acc {acc:.3f}")
