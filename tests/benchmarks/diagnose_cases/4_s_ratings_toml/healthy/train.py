import tomllib

import numpy as np
import torch
import torch.nn.functional as F

from model import BiasedMF

with open("config.toml", "rb") as fh:
    cfg = tomllib.load(fh)

d, tr = cfg["data"], cfg["training"]
rng = np.random.default_rng(d["seed"])
torch.manual_seed(d["seed"])

# hidden taste of every user, hidden genre of every item
taste = rng.normal(size=(d["users"], 3))
genre = rng.normal(size=(d["items"], 3))
user_bias = rng.normal(scale=0.5, size=d["users"])
item_bias = rng.normal(scale=0.5, size=d["items"])
pairs = rng.choice(d["users"] * d["items"], size=d["ratings"], replace=False)
u, i = pairs // d["items"], pairs % d["items"]
r = 3.0 + user_bias[u] + item_bias[i] + 0.6 * (taste[u] * genre[i]).sum(1)
r = np.clip(r + rng.normal(scale=0.2, size=len(r)), 0.5, 5.5)

u, i = torch.tensor(u), torch.tensor(i)
r = torch.tensor(r, dtype=torch.float32)
n_train = int(0.85 * len(r))
train, test = slice(0, n_train), slice(n_train, None)

model = BiasedMF(d["users"], d["items"], cfg["model"]["factors"], r[train].mean().item())
optim = torch.optim.Adam(model.parameters(), lr=tr["lr"], weight_decay=tr["weight_decay"])


def rmse(part):
    model.eval()
    with torch.no_grad():
        return F.mse_loss(model(u[part], i[part]), r[part]).sqrt().item()


print("baseline rmse", r[test].std().item())
for epoch in range(tr["epochs"]):
    model.train()
    perm = torch.randperm(n_train)
    for k in range(0, n_train, tr["batch_size"]):
        b = perm[k:k + tr["batch_size"]]
        loss = F.mse_loss(model(u[b], i[b]), r[b])
        optim.zero_grad()
        loss.backward()
        optim.step()
    print(f"epoch {epoch + 1}: train rmse {rmse(train):.3f}  test rmse {rmse(test):.3f}")
