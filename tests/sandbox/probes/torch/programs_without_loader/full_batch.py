import torch
from torch import nn

x = torch.linspace(-1, 1, 50).unsqueeze(1)
y = x**2
network = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for _ in range(200):
    loss = ((network(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
result = [loss.item(), network.state_dict()]
