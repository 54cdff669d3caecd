import json
import torch
import torch.nn.functional as F
from data import make_dataset, augment
from model import Encoder

with open("config.json") as fh:
    cfg = json.load(fh)
torch.manual_seed(cfg["seed"])


def nt_xent(z1, z2, tau):
    b = z1.size(0)
    z = torch.cat([z1, z2], dim=0)
    z = F.normalize(z, dim=1)
    sim = z @ z.t() / tau
    sim = sim.masked_fill(torch.eye(2 * b, dtype=torch.bool), float("-inf"))
    target = torch.cat([torch.arange(b, 2 * b), torch.arange(0, b)])
    return F.cross_entropy(sim, target)


@torch.no_grad()
def knn_probe(enc, bank_x, bank_y, qx, qy, k=15):
    enc.eval()
    a, b = F.normalize(enc.features(bank_x), dim=1), F.normalize(enc.features(qx), dim=1)
    nn_idx = (b @ a.t()).topk(k, dim=1).indices
    votes = F.one_hot(bank_y[nn_idx]).sum(1)
    enc.train()
    return (votes.argmax(1) == qy).float().mean().item()


x_train, y_train = make_dataset(2000, cfg)
x_test, y_test = make_dataset(500, cfg)
encoder = Encoder(cfg["length"], cfg["width"], cfg["proj"])
optimizer = torch.optim.AdamW(encoder.parameters(), lr=cfg["lr"], weight_decay=1e-4)

for epoch in range(cfg["epochs"]):
    total = 0.0
    for idx in torch.randperm(len(x_train)).split(cfg["batch_size"]):
        xb = x_train[idx]
        loss = nt_xent(encoder(augment(xb)), encoder(augment(xb)), cfg["temperature"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    acc = knn_probe(encoder, x_train, y_train, x_test, y_test)
    print(f"epoch {epoch} nt_xent {total / len(x_train):.3f} test knn {acc:.3f}")
