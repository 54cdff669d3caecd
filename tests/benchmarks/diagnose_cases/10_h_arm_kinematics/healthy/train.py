from typing import List
import torch
from torch import nn


def mlp(sizes: List[int]) -> nn.Sequential:
    layers: List[nn.Module] = []
    for i in range(len(sizes) - 1):
        layers.append(nn.Linear(sizes[i], sizes[i + 1]))
        if i < len(sizes) - 2:
            layers.append(nn.LayerNorm(sizes[i + 1]))
            layers.append(nn.GELU())
    return nn.Sequential(*layers)


def two_link_arm(q: torch.Tensor) -> torch.Tensor:
    """Forward kinematics of a planar arm: end effector (x, y)."""
    l1, l2 = 1.0, 0.7
    x = l1 * torch.cos(q[:, 0]) + l2 * torch.cos(q[:, 0] + q[:, 1])
    y = l1 * torch.sin(q[:, 0]) + l2 * torch.sin(q[:, 0] + q[:, 1])
    return torch.stack([x, y], dim=1)


def dataset(n: int):
    q = (torch.rand(n, 2) * 2 - 1) * torch.tensor([2.5, 2.0])
    return q, two_link_arm(q)


class Trainer:
    def __init__(self, model: nn.Module, lr: float = 2e-3):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.loss = nn.MSELoss()

    def fit(self, q, xy, epochs=16, bs=64, val=None):
        sched = torch.optim.lr_scheduler.CosineAnnealingLR(self.opt, epochs)
        for e in range(1, epochs + 1):
            self.model.train()
            for b in torch.randperm(len(q)).split(bs):
                l = self.loss(self.model(q[b]), xy[b])
                self.opt.zero_grad()
                l.backward()
                self.opt.step()
            sched.step()
            if e % 4 == 0:
                print(f"epoch {e} train mse {l.item():.5f} val mean position error {self.position_error(*val):.4f} m")

    @torch.no_grad()
    def position_error(self, q, xy):
        self.model.eval()
        return (self.model(q) - xy).norm(dim=1).mean().item()


if __name__ == "__main__":
    torch.manual_seed(64)
    train, val = dataset(3000), dataset(500)
    Trainer(mlp([2, 64, 64, 2])).fit(*train, val=val)
