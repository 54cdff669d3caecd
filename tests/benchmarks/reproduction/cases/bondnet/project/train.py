import torch
from torch import nn

from bondnet import BondNet, Config
from bondnet.molecules import make_batch


def train(config: Config) -> BondNet:
    torch.manual_seed(config.seed)
    model = BondNet(config)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.lr)
    graph, target = make_batch(config, config.seed)
    for step in range(config.steps):
        loss = nn.functional.mse_loss(model(*graph), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 10 == 0:
            print(f"{step:4d} {loss.item():.4f}")
    return model


if __name__ == "__main__":
    train(Config())
