import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(1)
x = rng.normal(size=(90, 5)).astype("float32")
y = (x[:, 0] > 0).astype("float32")


def batches(size):
    order = rng.permutation(len(x))
    for at in range(0, len(x) - size, size):
        chosen = order[at : at + size]
        yield torch.from_numpy(x[chosen]), torch.tensor(y[chosen]).unsqueeze(1)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(5, 7)
        self.out = nn.Linear(7, 1)

    def forward(self, features):
        return self.out(torch.relu(self.hidden(features)))


network = Classifier()
optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
for _ in range(5):
    for features, labels in batches(20):
        loss = nn.functional.binary_cross_entropy_with_logits(network(features), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
result = [loss.item(), network.state_dict()]
