import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

np.random.seed(66)
torch.manual_seed(66)


class Net(nn.Module):
    def __init__(self, num_classes=3):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(3, 8, kernel_size=3, padding=1)
        self.bn1 = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 16, kernel_size=3, padding=1)
        self.bn2 = nn.BatchNorm2d(16)
        self.pool = nn.MaxPool2d(2, 2)
        self.fc1 = nn.Linear(16 * 8 * 8, 32)
        self.fc2 = nn.Linear(32, num_classes)

    def forward(self, x):
        x = self.pool(torch.relu(self.bn1(self.conv1(x))))
        x = self.pool(torch.relu(self.bn2(self.conv2(x))))
        x = torch.flatten(x, 1)
        x = torch.relu(self.fc1(x))
        return self.fc2(x)


def fake_flowers(n):
    """16x16 RGB: petals arranged 3-, 4- or 5-fold around a centre."""
    y = np.random.randint(0, 3, n)
    r, c = np.mgrid[0:16, 0:16] - 7.5
    rad, ang = np.hypot(r, c), np.arctan2(r, c)
    x = np.random.normal(0, 0.3, (n, 3, 16, 16))
    for i in range(n):
        petal = (np.cos((y[i] + 3) * (ang + np.random.uniform(0, 6.28))) > 0.2) & (rad < np.random.uniform(5, 7.5))
        x[i] += petal * np.random.uniform(0.4, 1.0, (3, 1, 1))
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)


train_x, train_y = fake_flowers(1200)
test_x, test_y = fake_flowers(300)
net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = optim.SGD(net.parameters(), lr=0.02, momentum=0.9)

for epoch in range(10):
    net.train()
    running_loss = 0.0
    perm = np.random.permutation(len(train_x))
    for b in range(0, len(perm), 32):
        i = perm[b:b + 32]
        optimizer.zero_grad()
        outputs = net(train_x[i])
        loss = criterion(outputs, train_y[i])
        loss.backward()
        optimizer.step()
        running_loss += loss.item()
    net.eval()
    with torch.no_grad():
        accuracy = (net(test_x).argmax(1) == test_y).float().mean().item()
    print('[%d] loss: %.3f  accuracy: %.3f' % (epoch + 1, running_loss / (b // 32 + 1), accuracy))
