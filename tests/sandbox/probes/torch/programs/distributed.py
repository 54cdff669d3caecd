import os
import tempfile

import torch
from torch import nn
from torch.nn.parallel import DataParallel, DistributedDataParallel

with tempfile.TemporaryDirectory() as folder:
    meeting = f"file://{os.path.join(folder, 'meeting')}"
    torch.distributed.init_process_group("gloo", init_method=meeting, rank=0, world_size=1)
    inner = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 2))
    network = DistributedDataParallel(inner)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1, momentum=0.9)
    losses = []
    for _ in range(6):
        optimizer.zero_grad()
        loss = network(torch.randn(8, 4)).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    other = DataParallel(nn.Linear(4, 1))
    losses.append(other(torch.randn(3, 4)).sum().item())
    torch.distributed.destroy_process_group()
result = [losses, inner.state_dict()]
