import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.model_selection import train_test_split

BATCH = 64
EPOCHS = 50


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 32, 3)
        self.pool1 = nn.MaxPool2d(2)
        self.conv2 = nn.Conv2d(32, 64, 3)
        self.pool2 = nn.MaxPool2d(2)
        self.conv3 = nn.Conv2d(64, 128, 3)
        self.pool3 = nn.MaxPool2d(2)
        self.fc1 = nn.Linear(128 * 2 * 2, 256)
        self.fc2 = nn.Linear(256, 128)
        self.fc3 = nn.Linear(128, 10)
        torch.nn.init.xavier_uniform_(self.conv2.weight)
        torch.nn.init.zeros_(self.conv2.bias)

    def forward(self, x):
        x = self.pool1(F.relu(self.conv1(x)))
        x = self.pool2(F.relu(self.conv2(x)))
        x = self.pool3(F.relu(self.conv3(x)))
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


data = np.load("cifar10.npz")
X = torch.tensor(data["x_train"].transpose(0, 3, 1, 2), dtype=torch.float32) / 255.0
y = torch.tensor(data["y_train"][:, 0], dtype=torch.long)
X_test = torch.tensor(data["x_test"].transpose(0, 3, 1, 2), dtype=torch.float32) / 255.0
y_test = torch.tensor(data["y_test"][:, 0], dtype=torch.long)
X_train, X_val, y_train, y_val = train_test_split(X, y, test_size=0.2, random_state=0)

net = Net()
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=0.001)

for epoch in range(EPOCHS):
    net.train()
    permutation = torch.randperm(X_train.size(0))
    for i in range(0, X_train.size(0), BATCH):
        indices = permutation[i : i + BATCH]
        optimizer.zero_grad()
        outputs = net(X_train[indices])
        loss = loss_fn(outputs, y_train[indices])
        loss.backward()
        optimizer.step()
    net.eval()
    with torch.no_grad():
        val_scores = net(X_val)
        val_loss = loss_fn(val_scores, y_val).item()
        val_acc = (val_scores.argmax(1) == y_val).float().mean().item()
    print("epoch %d: val loss %.4f, val accuracy %.4f" % (epoch + 1, val_loss, val_acc))

with torch.no_grad():
    test_acc = (net(X_test).argmax(1) == y_test).float().mean().item()
print("test accuracy", test_acc)
