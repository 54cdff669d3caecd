import json

import torch
import torch.nn as nn
import torch.nn.functional as F

# Two-tower model that aligns captions (bags of words) with scenes (feature vectors)
with open("config.json") as fh:
    HP = json.load(fh)
torch.manual_seed(HP["seed"])
N_ATTR, N_VALS = 5, 8
scene_basis = torch.randn(N_ATTR, N_VALS, 48)


def pairs(n):
    attr = torch.randint(0, N_VALS, (n, N_ATTR))
    scene = sum(scene_basis[a, attr[:, a]] for a in range(N_ATTR)) + 0.5 * torch.randn(n, 48)
    caption = F.one_hot(attr, N_VALS).float().flatten(1)
    drop = (torch.rand_like(caption) > 0.05).float()
    return scene, caption * drop


def tower(d_in, d_out):
    return nn.Sequential(nn.Linear(d_in, 128), nn.GELU(), nn.Linear(128, d_out))


class TwoTower(nn.Module):
    def __init__(self):
        super().__init__()
        self.scene, self.caption = tower(48, HP["dim"]), tower(N_ATTR * N_VALS, HP["dim"])

    def forward(self, s, c):
        return self.scene(s), self.caption(c)


def clip_loss(a, b):
    logits = a @ b.T / HP["temp"]
    target = torch.arange(len(a))
    return 0.5 * (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target))


@torch.no_grad()
def retrieval(model, s, c):
    model.eval()
    a, b = model(s, c)
    top = (a @ b.T).topk(5, dim=1).indices
    gold = torch.arange(len(s)).unsqueeze(1)
    return (top[:, :1] == gold).float().mean().item(), (top == gold).any(1).float().mean().item()


s_tr, c_tr = pairs(3000)
s_va, c_va = pairs(400)
model = TwoTower()
opt = torch.optim.Adam(model.parameters(), lr=HP["lr"], weight_decay=HP["weight_decay"])
for ep in range(HP["epochs"]):
    model.train()
    losses = []
    for idx in torch.randperm(3000).split(HP["batch"]):
        loss = clip_loss(*model(s_tr[idx], c_tr[idx]))
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    r1, r5 = retrieval(model, s_va, c_va)
    print(f"ep {ep:02d} loss {sum(losses) / len(losses):.4f} R@1 {r1:.3f} R@5 {r5:.3f}")
