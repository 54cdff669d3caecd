import torch
import torch.nn as nn
import torch.optim as optim
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(8)

# ten random 12x12 prototype glyphs, jittered and with noise
proto = (torch.rand(10, 1, 12, 12) > 0.6).float()


def sample(n):
    y = torch.randint(0, 10, (n,))
    x = proto[y].clone()
    dx = torch.randint(-1, 2, (n,))
    for s in (-1, 1):
        m = dx == s
        x[m] = torch.roll(x[m], s, dims=-1)
    return x + 0.4 * torch.randn_like(x), y


trainloader = DataLoader(TensorDataset(*sample(2000)), batch_size=32, shuffle=True)
testloader = DataLoader(TensorDataset(*sample(1000)), batch_size=100)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 12, 3)
        self.pool = nn.MaxPool2d(2, 2)
        self.fc1 = nn.Linear(12 * 5 * 5, 64)
        self.fc2 = nn.Linear(64, 10)

    def forward(self, x):
        x = self.pool(torch.relu(self.conv(x)))
        x = torch.flatten(x, 1)
        return self.fc2(torch.relu(self.fc1(x)))


net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = optim.SGD(net.parameters(), lr=0.02, momentum=0.9)

for epoch in range(6):
    running_loss = 0.0
    net.train()
    for i, data in enumerate(trainloader, 0):
        inputs, labels = data
        optimizer.zero_grad()
        outputs = net(inputs)
        loss = criterion(outputs, labels)
        loss.backward()
        optimizer.step()
        running_loss += loss.item()
    correct = 0
    total = 0
    net.eval()
    with torch.no_grad():
        for images, labels in testloader:
            outputs = net(images)
            predicted, _ = torch.max(outputs.data, 1)
            total += labels.size(0)
            correct += (predicted == labels).sum().item()
    print(f"[{epoch + 1}] loss: {running_loss / len(trainloader):.3f}  Accuracy on the {total} test images: {100 * correct / total:.1f} %")
print("Finished Training")
