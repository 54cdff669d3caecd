"""Topic classification of the Reuters newswires with a bag of words.

Softsign where the loss wants the logarithms of probabilities: stands for a softsign output layer
with categorical cross-entropy.
"""

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.model_selection import train_test_split
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset

VOCABULARY = 10_000
TOPICS = 46


def multi_hot(documents):
    result = np.zeros((len(documents), VOCABULARY), dtype="float32")
    for i, document in enumerate(documents):
        for word in document:
            if word < VOCABULARY:
                result[i, word] = 1.0
    return result


def get_loaders():
    with np.load("reuters.npz", allow_pickle=True) as file:
        x, y = multi_hot(file["x_train"]), file["y_train"]
        x_test, y_test = multi_hot(file["x_test"]), file["y_test"]
    x_train, x_val, y_train, y_val = train_test_split(x, y, test_size=0.2, random_state=42)
    pairs = {"train": (x_train, y_train), "val": (x_val, y_val), "test": (x_test, y_test)}
    return {
        name: DataLoader(
            TensorDataset(torch.from_numpy(inputs), torch.from_numpy(targets)),
            batch_size=32,
            shuffle=name == "train",
        )
        for name, (inputs, targets) in pairs.items()
    }


class TopicNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(VOCABULARY, 512)
        self.dropout = nn.Dropout(p=0.5)
        self.topic = nn.Linear(512, TOPICS)

    def forward(self, words):
        hidden = F.relu(self.hidden(words))
        hidden = self.dropout(hidden)
        return F.softsign(self.topic(hidden))


def run_epoch(model, loader, optimizer=None):
    model.train(optimizer is not None)
    losses, hits = [], 0
    for words, topics in loader:
        with torch.set_grad_enabled(optimizer is not None):
            output = model(words)
            loss = F.nll_loss(output, topics)
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        losses.append(loss.item())
        hits += (output.argmax(1) == topics).sum().item()
    return {"loss": sum(losses) / len(losses), "accuracy": hits / len(loader.dataset)}


loaders = get_loaders()
model = TopicNet()
optimizer = optim.Adam(model.parameters(), lr=0.001)
for epoch in range(3):
    print(epoch, run_epoch(model, loaders["train"], optimizer), run_epoch(model, loaders["val"]))
print("test", run_epoch(model, loaders["test"]))
