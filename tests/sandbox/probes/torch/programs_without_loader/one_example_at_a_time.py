import torch
from torch import nn

points = [torch.randn(4) for _ in range(12)]
labels = [torch.tensor(float(point.sum() > 0)) for point in points]
network = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1), nn.Sigmoid())
optimizer = torch.optim.SGD(network.parameters(), lr=0.05)
criterion = nn.BCELoss()
for _ in range(4):
    for point, label in zip(points, labels, strict=True):
        optimizer.zero_grad()
        loss = criterion(network(point).squeeze(), label)
        loss.backward()
        optimizer.step()
result = [loss.item(), network.state_dict()]
