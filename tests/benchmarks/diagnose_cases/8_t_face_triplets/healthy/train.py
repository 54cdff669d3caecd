import torch
from torch import nn

from evaluation import recall_at_1
from sampling import batch_hard_triplet, identity_batches
from world import Faces

CONFIG = dict(seed=14, steps=400, people=16, shots=6, dim=24, margin=0.3, lr=1e-3)


class Embedder(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(d_in, 160), nn.BatchNorm1d(160), nn.ReLU(),
                                   nn.Linear(160, 160), nn.BatchNorm1d(160), nn.ReLU(), nn.Linear(160, d_out))

    def forward(self, x):
        return nn.functional.normalize(self.trunk(x), dim=1)


def main(cfg):
    torch.manual_seed(cfg["seed"])
    faces = Faces()
    train = faces.sample(people=300, shots=12)
    test = faces.sample(people=60, shots=6)
    model = Embedder(faces.pixels, cfg["dim"])
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg["lr"])

    def score():
        model.eval()
        with torch.no_grad():
            value = recall_at_1(model(test[0]), test[1])
        model.train()
        return value

    print(f"before training: recall@1 {score():.3f}")
    for step, (x, who) in enumerate(identity_batches(*train, cfg["people"], cfg["shots"], cfg["steps"]), 1):
        loss = batch_hard_triplet(model(x), who, cfg["margin"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 80 == 0:
            print(f"step {step}: triplet loss {loss.item():.3f}, recall@1 on new people {score():.3f}")


if __name__ == "__main__":
    main(CONFIG)
