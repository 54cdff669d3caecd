import torch
import yaml
from torch.nn.functional import binary_cross_entropy_with_logits

from gin import GIN
from graphs import toy_molecules

with open("config.yaml") as f:
    cfg = yaml.safe_load(f)
torch.manual_seed(cfg["seed"])

adj, x, y = toy_molecules(cfg["graphs"], cfg["nodes"], cfg["seed"])
n_train = int(0.75 * len(y))
model = GIN(x.size(-1), **cfg["model"])
t = cfg["training"]
opt = torch.optim.Adam(model.parameters(), lr=t["lr"])
print(f"share of active molecules {y.mean():.3f}")

for epoch in range(1, t["epochs"] + 1):
    model.train()
    losses = []
    for idx in torch.randperm(n_train).split(t["batch_size"]):
        opt.zero_grad()
        loss = binary_cross_entropy_with_logits(model(x[idx], adj[idx]), y[idx])
        loss.backward()
        opt.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        acc = ((model(x[n_train:], adj[n_train:]) > 0).float() == y[n_train:]).float().mean().item()
    print(f"epoch {epoch:2d} train loss {sum(losses) / len(losses):.4f} test accuracy {acc:.3f}")
