"""Two-tower image/caption matching trained with a symmetric InfoNCE objective."""
import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from data import CaptionWorld
from towers import ImageTower, TextTower


@dataclass
class Config:
    seed: int = 3
    embed_dim: int = 48
    batch_size: int = 2
    max_steps: int = 300
    lr: float = 2e-3
    log_every: int = 50


def info_nce(img, txt, log_scale):
    logits = log_scale.exp() * img @ txt.t()
    target = torch.arange(len(img))
    return 0.5 * (F.cross_entropy(logits, target) + F.cross_entropy(logits.t(), target))


@torch.no_grad()
def recall_at(image_tower, text_tower, pixels, tokens, ks=(1, 5)):
    image_tower.eval()
    text_tower.eval()
    sim = image_tower(pixels) @ text_tower(tokens).t()
    order = sim.argsort(dim=1, descending=True)
    truth = torch.arange(len(pixels)).unsqueeze(1)
    image_tower.train()
    text_tower.train()
    return [(order[:, :k] == truth).any(1).float().mean().item() for k in ks]


def main():
    cfg = Config()
    torch.manual_seed(cfg.seed)
    world = CaptionWorld(n_train=4000, n_test=300)
    image_tower = ImageTower(world.pixel_dim, cfg.embed_dim)
    text_tower = TextTower(world.vocab, cfg.embed_dim)
    log_scale = torch.nn.Parameter(torch.tensor(math.log(10.0)))
    params = [*image_tower.parameters(), *text_tower.parameters(), log_scale]
    optimizer = torch.optim.AdamW(params, lr=cfg.lr, weight_decay=1e-4)

    running = 0.0
    for step in range(1, cfg.max_steps + 1):
        pixels, tokens = world.sample_batch(cfg.batch_size)
        loss = info_nce(image_tower(pixels), text_tower(tokens), log_scale)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            log_scale.clamp_(max=math.log(100.0))
        running += loss.item()
        if step % cfg.log_every == 0:
            r1, r5 = recall_at(image_tower, text_tower, *world.test)
            print(f"step {step:4d}  loss {running / cfg.log_every:.3f}  R@1 {r1:.3f}  R@5 {r5:.3f}")
            running = 0.0


if __name__ == "__main__":
    main()
