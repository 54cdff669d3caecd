import torch
from torch import nn
from torch.nn import functional as F

from roadpoly.schedule import PolyLR


def build_net(width=8):
    return nn.Sequential(
        nn.Conv2d(1, width, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(width, width, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(width, 1, 1),
    )


def fit(tiles, masks, steps=100, decay_steps=100, lr=0.1, end=0.0, batch_size=8, seed=0):
    """The network, and (step, rate, loss) for each step."""
    torch.manual_seed(seed)
    net = build_net()
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)
    schedule = PolyLR(optimizer, decay_steps, end=end)
    log = []
    for step in range(steps):
        rows = torch.randint(0, len(tiles), (batch_size,))
        loss = F.binary_cross_entropy_with_logits(net(tiles[rows]), masks[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log.append((step, schedule.get_last_lr()[0], loss.item()))
        schedule.step()
    return net, log
