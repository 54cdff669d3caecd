# CNN course exercise 4: train a classifier with a step schedule
import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(2024)


def generate_shapes(n):
    """16x16 images of: square outline, filled square, cross, diagonal, two bars"""
    x = torch.randn(n, 1, 16, 16) * 0.35
    y = torch.randint(0, 5, (n,))
    for i in range(n):
        r, c = torch.randint(1, 7, (2,)).tolist()
        p = torch.zeros(8, 8)
        k = y[i].item()
        if k == 0:
            p[0] = p[-1] = 1
            p[:, 0] = p[:, -1] = 1
        elif k == 1:
            p[1:7, 1:7] = 1
        elif k == 2:
            p[3:5] = 1
            p[:, 3:5] = 1
        elif k == 3:
            p += torch.eye(8) + torch.eye(8).roll(1, 0)
        else:
            p[1:3] = 1
            p[5:7] = 1
        x[i, 0, r:r + 8, c:c + 8] += p
    return x, y


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3)
        self.conv2 = nn.Conv2d(8, 16, 3)
        self.pool = nn.MaxPool2d(2)
        self.fc = nn.Linear(16 * 6 * 6, 5)

    def forward(self, x):
        x = torch.relu(self.conv1(x))
        x = self.pool(torch.relu(self.conv2(x)))
        return self.fc(x.flatten(1))


def train(model, loader, optimizer, scheduler, epoch):
    model.train()
    total = 0.0
    for data, target in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(data), target)
        loss.backward()
        optimizer.step()
        total += loss.item()
    scheduler.step()
    print("Epoch {} average loss {:.4f}".format(epoch, total / len(loader)))


def test(model, loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for data, target in loader:
            correct += (model(data).argmax(1) == target).sum().item()
    print("  test accuracy {:.3f}".format(correct / len(loader.dataset)))


train_loader = DataLoader(TensorDataset(*generate_shapes(1000)), batch_size=25, shuffle=True)
test_loader = DataLoader(TensorDataset(*generate_shapes(400)), batch_size=200)
model = Net()
optimizer = optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
scheduler = StepLR(optimizer, step_size=3, gamma=0.5)
for epoch in range(1, 9):
    train(model, train_loader, optimizer, scheduler, epoch)
    test(model, test_loader)
