"""Two-tower retrieval with in-batch negatives (text <-> image style)."""
from dataclasses import dataclass
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class TrainConfig:
    epochs: int = 12
    batch_size: int = 64
    lr: float = 2e-3
    dim: int = 24
    seed: int = 55


def paired_data(n, ma, mb):
    z = torch.randn(n, 8)
    a = torch.tanh(z @ ma[0]) @ ma[1] + 0.1 * torch.randn(n, 40)
    b = torch.relu(z @ mb[0]) @ mb[1] + 0.1 * torch.randn(n, 30)
    return a, b


class Tower(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(d_in, 96), nn.ReLU(), nn.Linear(96, d_out))

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)


class DualEncoder(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.left, self.right = Tower(40, dim), Tower(30, dim)
        self.log_scale = nn.Parameter(torch.tensor(2.5))

    def forward(self, a, b):
        return self.log_scale.exp() * self.left(a) @ self.right(b).t()


@torch.no_grad()
def recall_at_1(model, a, b):
    model.eval()
    return (model(a, b).argmax(1) == torch.arange(len(a))).float().mean().item()


def main(cfg):
    torch.manual_seed(cfg.seed)
    ma = (torch.randn(8, 24), torch.randn(24, 40) / 5)
    mb = (torch.randn(8, 24), torch.randn(24, 30) / 5)
    train = TensorDataset(*paired_data(4000, ma, mb))
    test_a, test_b = paired_data(200, ma, mb)
    loader = DataLoader(train, batch_size=cfg.batch_size, shuffle=True)
    model = DualEncoder(cfg.dim)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
    for epoch in range(1, cfg.epochs + 1):
        model.train()
        for a, b in loader:
            logits = model(a, b)
            target = torch.arange(len(a))
            loss = 0.5 * (F.cross_entropy(logits, target) + F.cross_entropy(logits.t(), target))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch} batches {len(loader)} loss {loss.item():.3f} held-out R@1 {recall_at_1(model, test_a, test_b):.3f}")


main(TrainConfig())
