import random

import numpy
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

inputs = torch.randn(200, 12)
labels = torch.randint(0, 4, (200,))
loader = DataLoader(TensorDataset(inputs, labels), batch_size=16, shuffle=True)
network = nn.Sequential(
    nn.Linear(12, 32), nn.BatchNorm1d(32), nn.ReLU(inplace=True), nn.Dropout(0.4), nn.Linear(32, 4)
)
loss_function = nn.CrossEntropyLoss(label_smoothing=0.1)
optimizer = torch.optim.AdamW(network.parameters(), lr=1e-2)
schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-2, total_steps=39)
losses = []
for _ in range(3):
    network.train()
    for batch, targets in loader:
        batch = batch + 0.01 * torch.randn_like(batch) * random.random() * numpy.random.rand()
        optimizer.zero_grad(set_to_none=True)
        loss = loss_function(network(batch), targets)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    network.eval()
    with torch.no_grad():
        losses.append(loss_function(network(inputs), labels).item())
result = [losses, network.state_dict(), optimizer.state_dict(), schedule.state_dict()]
