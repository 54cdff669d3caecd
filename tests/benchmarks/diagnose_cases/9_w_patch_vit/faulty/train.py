import json
import math
import time
import torch
import torch.nn as nn

cfg = json.load(open("hparams.json"))
torch.manual_seed(cfg["seed"])


def textures(n):
    """16x16 oriented gratings, 6 orientations, random phase and contrast."""
    y = torch.randint(0, 6, (n,))
    th = math.pi * y.float() / 6 + 0.05 * torch.randn(n)
    g = torch.arange(16).float()
    gy, gx = torch.meshgrid(g, g, indexing="ij")
    arg = 1.1 * (th.cos()[:, None, None] * gx + th.sin()[:, None, None] * gy) + 6.28 * torch.rand(n, 1, 1)
    img = torch.sin(arg) * (0.6 + 0.8 * torch.rand(n, 1, 1)) + 0.5 * torch.randn(n, 16, 16)
    return img.unsqueeze(1), y


class ViT(nn.Module):
    def __init__(self, patch=4, dim=32, depth=2, heads=4, n_cls=6):
        super().__init__()
        self.embed = nn.Conv2d(1, dim, patch, stride=patch)
        self.cls = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos = nn.Parameter(0.02 * torch.randn(1, 17, dim))
        enc = nn.TransformerEncoderLayer(dim, heads, 2 * dim, dropout=0.0, batch_first=True)
        self.blocks = nn.TransformerEncoder(enc, depth)
        self.head = nn.Linear(dim, n_cls)

    def forward(self, img):
        t = self.embed(img).flatten(2).transpose(1, 2)
        t = torch.cat([self.cls.expand(len(t), -1, -1), t], 1) + self.pos
        return self.head(self.blocks(t)[:, 0])


def evaluate(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


xtr, ytr = textures(1600)
xva, yva = textures(400)
vit = ViT()
optimizer = torch.optim.Adam(vit.parameters(), lr=cfg["lr"])
loss_fn = nn.CrossEntropyLoss()
start = time.time()
for epoch in range(cfg["epochs"]):
    vit.train()
    tot = 0.0
    for idx in torch.randperm(len(xtr)).split(cfg["batch_size"]):
        optimizer.zero_grad()
        loss = loss_fn(vit(xtr[idx]), ytr[idx])
        loss.backward()
        optimizer.step()
        tot += loss.item() * len(idx)
    print(f"epoch {epoch + 1}/{cfg['epochs']} loss {tot / len(xtr):.3f} val_acc {evaluate(vit, xva, yva):.3f} ({time.time() - start:.0f}s)")
