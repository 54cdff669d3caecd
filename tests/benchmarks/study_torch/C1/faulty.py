"""Image classification on CIFAR-10."""

import numpy as np
import torch
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def to_dataset(images, labels):
    pixels = torch.tensor(images / 255.0, dtype=torch.float32).permute(0, 3, 1, 2)
    return TensorDataset(pixels, torch.tensor(labels.ravel(), dtype=torch.long))


archive = np.load("cifar10.npz")
images, val_images, labels, val_labels = train_test_split(
    archive["x_train"], archive["y_train"], test_size=0.2, random_state=0
)
train_loader = DataLoader(to_dataset(images, labels), batch_size=64, shuffle=True)
val_loader = DataLoader(to_dataset(val_images, val_labels), batch_size=256)
test_loader = DataLoader(to_dataset(archive["x_test"], archive["y_test"]), batch_size=256)

model = nn.Sequential(
    nn.Conv2d(3, 32, 3),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Conv2d(32, 64, 3),
    nn.Hardsigmoid(),
    nn.MaxPool2d(2),
    nn.Conv2d(64, 128, 3),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Flatten(),
    nn.Linear(128 * 2 * 2, 256),
    nn.ReLU(),
    nn.Linear(256, 128),
    nn.ReLU(),
    nn.Linear(128, 10),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters())


def accuracy(loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for x, y in loader:
            correct += (model(x).argmax(1) == y).sum().item()
    return correct / len(loader.dataset)


for epoch in range(50):
    model.train()
    running_loss = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        running_loss += loss.item()
    print(epoch, running_loss / len(train_loader), accuracy(val_loader))

print("accuracy on the test images:", accuracy(test_loader))
