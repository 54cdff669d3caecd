import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

x, y = torch.randn(60, 6), torch.randint(0, 3, (60,))
test_x, test_y = torch.randn(25, 6), torch.randint(0, 3, (25,))
network = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
found = []
for _ in range(3):
    network.train()
    for features, labels in DataLoader(TensorDataset(x, y), batch_size=20, shuffle=True):
        loss = nn.functional.cross_entropy(network(features), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    network.eval()
    with torch.no_grad():
        found.append((network(test_x).argmax(1) == test_y).float().mean().item())
        found.append((network(x).argmax(1) == y).float().mean().item())
result = [found, network.state_dict()]
