import torch
from torch import nn

from warmcos import WarmupCosine


def train(steps=100, warmup=20, lr=0.05):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    scheduler = WarmupCosine(optimizer, warmup, steps)
    x = torch.randn(128, 4)
    y = x.prod(dim=1, keepdim=True)
    for _ in range(steps):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
    return loss.item()


if __name__ == "__main__":
    print(train())
