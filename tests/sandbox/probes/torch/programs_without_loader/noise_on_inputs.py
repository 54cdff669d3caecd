import torch
from torch import nn

x, y = torch.randn(60, 6), torch.randint(0, 3, (60,))
network = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for step in range(60):
    chosen = torch.arange(step * 20, step * 20 + 20) % 60
    noisy = x[chosen] + 0.1 * torch.randn(20, 6)
    loss = nn.functional.cross_entropy(network(noisy), y[chosen])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
result = [loss.item(), network.state_dict()]
