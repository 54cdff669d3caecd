import torch
from torch import nn

x, y = torch.randn(70, 6), torch.randn(70, 1)
network = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(network.parameters())
criterion = nn.MSELoss()
for _ in range(4):
    order = torch.randperm(70)
    for chosen in order.split(16):
        optimizer.zero_grad()
        loss = criterion(network(x[chosen]), y[chosen])
        loss.backward()
        optimizer.step()
result = [loss.item(), network.state_dict()]
