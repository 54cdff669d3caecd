import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils.data import Dataset, DataLoader


class GlyphDataset(Dataset):
    """28x28 grey glyphs made of random strokes; one prototype per class, shifted and noisy."""

    def __init__(self, n, seed, n_classes=10):
        proto_gen = torch.Generator().manual_seed(99)
        protos = (F.interpolate(torch.rand(n_classes, 1, 5, 5, generator=proto_gen), size=(20, 20), mode="bilinear") > 0.5).float()
        g = torch.Generator().manual_seed(seed)
        self.labels = torch.randint(0, n_classes, (n,), generator=g)
        self.images = torch.zeros(n, 1, 28, 28)
        for i, y in enumerate(self.labels):
            dx, dy = torch.randint(0, 9, (2,), generator=g).tolist()
            self.images[i, :, dy:dy + 20, dx:dx + 20] = protos[y]
        self.images += 0.3 * torch.randn(self.images.shape, generator=g)

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, idx):
        return self.images[idx], self.labels[idx]


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(1, 6, 5)
        self.pool = nn.MaxPool2d(2, 2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


if __name__ == '__main__':
    torch.manual_seed(0)
    trainloader = DataLoader(GlyphDataset(2000, 1), batch_size=32, shuffle=True)
    testloader = DataLoader(GlyphDataset(500, 2), batch_size=100, shuffle=False)

    net = Net()
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.Adam(net.parameters(), lr=0.001)

    for epoch in range(6):
        running_loss = 0.0
        for i, data in enumerate(trainloader, 0):
            inputs, labels = data
            optimizer.zero_grad()
            outputs = net(inputs)
            loss = criterion(outputs, labels)
            loss.backward()
            optimizer.step()
            running_loss += loss.item()
        print('[%d] loss: %.3f' % (epoch + 1, running_loss / len(trainloader)))

    print('Finished Training')
    correct, total = 0, 0
    with torch.no_grad():
        for images, labels in testloader:
            _, predicted = torch.max(net(images).data, 1)
            total += labels.size(0)
            correct += (predicted == labels).sum().item()
    print('Accuracy of the network on the 500 test images: %.1f %%' % (100 * correct / total))
