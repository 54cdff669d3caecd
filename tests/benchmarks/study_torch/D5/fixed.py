import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

data = np.load("cifar10.npz")
X_train = torch.tensor(data["x_train"] / 255.0, dtype=torch.float32).permute(0, 3, 1, 2)
X_test = torch.tensor(data["x_test"] / 255.0, dtype=torch.float32).permute(0, 3, 1, 2)
Y_train = torch.tensor(data["y_train"], dtype=torch.long).flatten()
Y_test = torch.tensor(data["y_test"], dtype=torch.long).flatten()


def my_model():
    return nn.Sequential(
        nn.Conv2d(3, 256, (3, 3)),
        nn.ReLU(),
        nn.MaxPool2d((2, 2)),
        nn.Conv2d(256, 128, (2, 2)),
        nn.ReLU(),
        nn.MaxPool2d((2, 2)),
        nn.Flatten(),
        nn.Linear(128 * 7 * 7, 1024),
        nn.ReLU(),
        nn.Dropout(0.5),
        nn.Linear(1024, 10),
    )


def fit(model, epochs, batch_size):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    train = DataLoader(TensorDataset(X_train, Y_train), batch_size=batch_size, shuffle=True)
    test = DataLoader(TensorDataset(X_test, Y_test), batch_size=250)
    for epoch in range(epochs):
        model.train()
        for x, y in train:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
        print("epoch", epoch, "loss", loss.item(), "accuracy", accuracy(model, test))


def accuracy(model, loader):
    model.eval()
    correct = total = 0
    with torch.no_grad():
        for x, y in loader:
            correct += (model(x).argmax(1) == y).sum().item()
            total += y.size(0)
    return correct / total


model = my_model()
print(model)
fit(model, epochs=15, batch_size=500)
