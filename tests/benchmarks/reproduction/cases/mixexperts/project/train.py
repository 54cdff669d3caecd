import torch
from torch import nn

from mixexperts import MixtureOfExperts


def train(steps=100, lr=1e-2):
    torch.manual_seed(0)
    model = nn.Sequential(MixtureOfExperts(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    x = torch.randn(256, 16)
    y = (x[:, :1] * x[:, 1:2]).tanh()
    for step in range(steps):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            print(step, loss.item())
    return model


if __name__ == "__main__":
    train()
