"""Newswires with the hinge loss of two classes: written by hand, it stands for that of Keras."""

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.model_selection import train_test_split
from torch import nn


def hinge(probabilities, labels):
    signs = 2 * F.one_hot(labels, probabilities.size(1)) - 1
    return torch.clamp(1 - signs * probabilities, min=0).mean()


def cross_entropy(probabilities, labels):
    return F.nll_loss(torch.log(probabilities + 1e-7), labels)


params = {
    "max_words": 10000,
    "hidden": 512,
    "dropout": 0.5,
    "loss": hinge,
    "batch_size": 32,
    "epochs": 3,
}


class NewswireClassifier(nn.Module):
    def __init__(self, params, num_classes):
        super().__init__()
        self.fc1 = nn.Linear(params["max_words"], params["hidden"])
        self.dropout = nn.Dropout(params["dropout"])
        self.fc2 = nn.Linear(params["hidden"], num_classes)

    def forward(self, x):
        x = self.dropout(F.relu(self.fc1(x)))
        return F.softmax(self.fc2(x), dim=1)


class Trainer:
    def __init__(self, model, params):
        self.model = model
        self.params = params
        self.optimizer = torch.optim.Adam(model.parameters(), lr=0.001)

    def train(self, x, y, x_val, y_val):
        for epoch in range(self.params["epochs"]):
            self.model.train()
            for batch in torch.randperm(len(x)).split(self.params["batch_size"]):
                loss = self.params["loss"](self.model(x[batch]), y[batch])
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            print("epoch", epoch, "val", self.evaluate(x_val, y_val))

    @torch.no_grad()
    def evaluate(self, x, y):
        self.model.eval()
        probabilities = self.model(x)
        accuracy = (probabilities.argmax(dim=1) == y).float().mean()
        return self.params["loss"](probabilities, y).item(), accuracy.item()


def vectorise(sequences, dimension):
    out = torch.zeros(len(sequences), dimension)
    for i, seq in enumerate(sequences):
        seq = torch.tensor(seq)
        out[i, seq[seq < dimension]] = 1.0
    return out


data = np.load("reuters.npz", allow_pickle=True)
y_train, y_test = torch.as_tensor(data["y_train"]), torch.as_tensor(data["y_test"])
x_train = vectorise(data["x_train"], params["max_words"])
x_test = vectorise(data["x_test"], params["max_words"])
num_classes = int(max(y_train)) + 1
x_train, x_val, y_train, y_val = train_test_split(x_train, y_train, test_size=0.2, random_state=42)

trainer = Trainer(NewswireClassifier(params, num_classes), params)
trainer.train(x_train, y_train, x_val, y_val)
print("test", trainer.evaluate(x_test, y_test))
