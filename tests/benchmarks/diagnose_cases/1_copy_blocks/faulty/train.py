"""Sequence reversal with a tiny encoder."""
from pathlib import Path

import torch
import torch.nn.functional as F
import yaml

from model import TinyTransformer

cfg = yaml.safe_load((Path(__file__).parent / "config.yaml").read_text())
torch.manual_seed(cfg["seed"])


def get_batch(n):
    src = torch.randint(0, cfg["vocab"], (n, cfg["length"]))
    return src, src.flip(1)


model = TinyTransformer(cfg["vocab"], cfg["length"])
opt = torch.optim.AdamW(model.parameters(), lr=cfg["lr"])
val_x, val_y = get_batch(500)

for epoch in range(cfg["epochs"]):
    model.train()
    avg = 0.0
    for _ in range(cfg["steps_per_epoch"]):
        src, tgt = get_batch(cfg["batch_size"])
        logits = model(src)
        loss = F.cross_entropy(logits.flatten(0, 1), tgt.flatten())
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        avg += loss.item() / cfg["steps_per_epoch"]
    model.eval()
    with torch.no_grad():
        acc = (model(val_x).argmax(-1) == val_y).float().mean().item()
    print(f"epoch {epoch}  loss {avg:.4f}  token_acc {acc:.3f}")
