import numpy as np
import torch
from torch import nn

from losses import TripletObjective

N_ID, DIM = 40, 32


class FaceVectors:
    """low quality face descriptors: identity in 8 hidden directions, the rest is lighting"""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.rng = rng
        self.basis = rng.normal(size=(8, DIM))
        self.identity = rng.normal(size=(N_ID, 8))
        self.light = rng.normal(size=(10, DIM)) * 1.6

    def sample(self, ids):
        code = self.identity[ids] + 0.15 * self.rng.normal(size=(len(ids), 8))
        x = code @ self.basis + self.rng.normal(size=(len(ids), 10)) @ self.light
        return torch.tensor(x / 4, dtype=torch.float32)

    def triplets(self, n, n_train_ids):
        a = self.rng.integers(n_train_ids, size=n)
        other = (a + self.rng.integers(1, n_train_ids, size=n)) % n_train_ids
        return self.sample(a), self.sample(a), self.sample(other)


@torch.no_grad()
def recall_at_1(net, x, ids):
    net.eval()
    e = nn.functional.normalize(net(x), dim=1)
    sim = e @ e.t()
    sim.fill_diagonal_(-2)
    return (ids[sim.argmax(1)] == ids).float().mean().item()


def main(steps=500, batch=128):
    torch.manual_seed(14)
    faces = FaceVectors(14)
    net = nn.Sequential(nn.Linear(DIM, 96), nn.ReLU(), nn.Linear(96, 16))
    objective = TripletObjective()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    ids = np.repeat(np.arange(N_ID), 8)
    gallery, gallery_ids = faces.sample(ids), torch.tensor(ids)
    print("untrained recall@1", round(recall_at_1(net, gallery, gallery_ids), 3))
    losses = []
    for step in range(1, steps + 1):
        net.train()
        loss = objective(net, *faces.triplets(batch, N_ID))
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
        if step % 50 == 0:
            r1 = recall_at_1(net, gallery, gallery_ids)
            print(f"step {step} loss {np.mean(losses[-50:]):.4f} recall@1 {r1:.3f}")


if __name__ == "__main__":
    main()
