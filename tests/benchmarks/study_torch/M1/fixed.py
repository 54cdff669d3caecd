"""Convolutional network on the MNIST digits."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

batch_size = 128
num_classes = 10
epochs = 12


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, 3)
        self.conv2 = nn.Conv2d(32, 64, 3)
        self.pool = nn.MaxPool2d(2)
        self.drop1 = nn.Dropout(0.25)
        self.flatten = nn.Flatten()
        self.fc1 = nn.Linear(12 * 12 * 64, 128)
        self.drop2 = nn.Dropout(0.5)
        self.fc2 = nn.Linear(128, num_classes)
        for layer in (self.conv1, self.conv2, self.fc1, self.fc2):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.relu(self.conv2(x))
        x = self.drop1(self.pool(x))
        x = F.relu(self.fc1(self.flatten(x)))
        return self.fc2(self.drop2(x))


def as_dataset(images, labels):
    images = torch.from_numpy(images).float().unsqueeze(1) / 255
    return TensorDataset(images, torch.from_numpy(labels).long())


def evaluate(model, loader):
    model.eval()
    loss, correct = 0.0, 0
    with torch.no_grad():
        for images, labels in loader:
            scores = model(images)
            loss += F.cross_entropy(scores, labels, reduction="sum").item()
            correct += (scores.argmax(1) == labels).sum().item()
    return loss / len(loader.dataset), correct / len(loader.dataset)


mnist = np.load("mnist.npz")
train_set = as_dataset(mnist["x_train"], mnist["y_train"])
test_set = as_dataset(mnist["x_test"], mnist["y_test"])
print(len(train_set), "train samples")
print(len(test_set), "test samples")
train_loader = DataLoader(train_set, batch_size=batch_size, shuffle=True)
test_loader = DataLoader(test_set, batch_size=batch_size)

model = Net()
optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0, rho=0.95)

for epoch in range(epochs):
    model.train()
    for images, labels in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    val_loss, val_accuracy = evaluate(model, test_loader)
    print(f"epoch {epoch + 1}: val_loss {val_loss:.4f}, val_accuracy {val_accuracy:.4f}")

test_loss, test_accuracy = evaluate(model, test_loader)
print("Test loss:", test_loss)
print("Test accuracy:", test_accuracy)
