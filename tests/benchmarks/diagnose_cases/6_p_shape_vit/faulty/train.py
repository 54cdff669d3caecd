import math

import numpy as np
import torch
import torch.nn.functional as F

from config import Config
from data import make_split
from model import ViT


def lr_lambda(cfg, total_steps):
    def f(step):
        if step < cfg.warmup_steps:
            return (step + 1) / cfg.warmup_steps
        t = (step - cfg.warmup_steps) / max(1, total_steps - cfg.warmup_steps)
        return 0.5 * (1 + math.cos(math.pi * min(1.0, t)))
    return f


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def main(cfg):
    torch.manual_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    x_train, y_train = make_split(cfg.n_train, cfg.image_size, rng)
    x_test, y_test = make_split(cfg.n_test, cfg.image_size, rng)

    model = ViT(cfg)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.peak_lr, weight_decay=cfg.weight_decay)
    steps_per_epoch = math.ceil(cfg.n_train / cfg.batch_size)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lr_lambda(cfg, cfg.epochs * steps_per_epoch))

    for epoch in range(cfg.epochs):
        model.train()
        losses = []
        for idx in torch.randperm(cfg.n_train).split(cfg.batch_size):
            loss = F.cross_entropy(model(x_train[idx]), y_train[idx])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            losses.append(loss.item())
        print(f"[{epoch + 1:02d}/{cfg.epochs}] loss {np.mean(losses):.4f}  test acc {accuracy(model, x_test, y_test):.3f}")


if __name__ == "__main__":
    main(Config())
