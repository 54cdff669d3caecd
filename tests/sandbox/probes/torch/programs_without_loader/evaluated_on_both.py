import torch
from torch import nn

x, y = torch.randn(80, 6), torch.randint(0, 3, (80,))
training, validation = (x[:60], y[:60]), (x[60:], y[60:])
network = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)


@torch.no_grad()
def accuracy(features, labels):
    right = 0
    for at in range(0, len(features), 20):
        right += (network(features[at : at + 20]).argmax(1) == labels[at : at + 20]).sum().item()
    return right / len(features)


history = []
for _ in range(5):
    for chosen in torch.randperm(60).split(20):
        loss = nn.functional.cross_entropy(network(training[0][chosen]), training[1][chosen])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    history.append((accuracy(*training), accuracy(*validation)))
result = [history, network.state_dict()]
