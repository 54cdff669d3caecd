import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

mnist = np.load("mnist.npz")
x_train, y_train = mnist["x_train"], mnist["y_train"]
x_test, y_test = mnist["x_test"], mnist["y_test"]
x_train = x_train.reshape(-1, 1, 28, 28)
x_test = x_test.reshape(-1, 1, 28, 28)

x_train = x_train / 255.0
y_train = y_train / 255.0


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 64, 3, padding=1)
        self.pool1 = nn.MaxPool2d(2)
        self.conv2 = nn.Conv2d(64, 32, 3, padding=1)
        self.pool2 = nn.MaxPool2d(2)
        self.flatten = nn.Flatten()
        self.fc1 = nn.Linear(32 * 7 * 7, 128)
        self.fc2 = nn.Linear(128, 10)

    def forward(self, x):
        x = self.pool1(self.conv1(x))
        x = self.pool2(self.conv2(x))
        x = self.flatten(x)
        x = F.relu(self.fc1(x))
        return self.fc2(x)


def make_loader(images, labels, **options):
    dataset = TensorDataset(torch.Tensor(images), torch.from_numpy(labels).long())
    return DataLoader(dataset, **options)


train_loader = make_loader(x_train, y_train, batch_size=32, shuffle=True)
test_loader = make_loader(x_test, y_test, batch_size=32)

net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.001)

for epoch in range(10):
    net.train()
    for images, labels in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(images), labels)
        loss.backward()
        optimizer.step()
    print("epoch", epoch, "training loss", loss.item())

net.eval()
correct = 0
with torch.no_grad():
    for images, labels in test_loader:
        correct += (net(images).argmax(dim=1) == labels).sum().item()
print("test accuracy", correct / len(x_test))
