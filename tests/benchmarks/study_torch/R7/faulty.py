"""Topics of newswires, with a cross-entropy of probabilities written by hand.

The scores go into it as they are: a linear output layer with categorical cross-entropy.
"""

import numpy as np
import torch
from sklearn.model_selection import train_test_split
from torch import nn


class NewsNet(nn.Module):
    def __init__(self, hidden=512, topics=46):
        super().__init__()
        self.hidden = nn.Linear(10000, hidden)
        self.dropout = nn.Dropout(0.5)
        self.topic = nn.Linear(hidden, topics)

    def forward(self, inputs):
        x = torch.relu(self.hidden(inputs))
        x = self.dropout(x)
        return self.topic(x)


def cross_entropy(predicted, one_hot):
    predicted = predicted.clamp(1e-7, 1 - 1e-7)
    return -(one_hot * predicted.log()).sum(dim=1).mean()


def bag(sequences, width=10000):
    matrix = np.zeros((len(sequences), width), dtype="float32")
    for i, sequence in enumerate(sequences):
        matrix[i, [token for token in sequence if token < width]] = 1.0
    return torch.from_numpy(matrix)


def batches(x, y, size=32):
    order = torch.randperm(len(x))
    for start in range(0, len(x), size):
        chosen = order[start : start + size]
        yield x[chosen], y[chosen]


if __name__ == "__main__":
    data = np.load("reuters.npz", allow_pickle=True)
    x, x_test = bag(data["x_train"]), bag(data["x_test"])
    y = torch.eye(46)[data["y_train"]]
    y_test = torch.eye(46)[data["y_test"]]
    x_train, x_val, y_train, y_val = train_test_split(x, y, test_size=0.2, random_state=42)

    model = NewsNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(3):
        model.train()
        for inputs, targets in batches(x_train, y_train):
            optimizer.zero_grad()
            loss = cross_entropy(model(inputs), targets)
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for name, inputs, targets in (("val", x_val, y_val), ("test", x_test, y_test)):
                predicted = model(inputs)
                accuracy = (predicted.argmax(1) == targets.argmax(1)).float().mean()
                print(epoch, name, cross_entropy(predicted, targets).item(), accuracy.item())
