import numpy as np
import torch
import torch.nn as nn
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

np.random.seed(42)
NUM_BITS = 20


def to_bits(number, length=NUM_BITS):
    return np.array([(number >> i) & 1 for i in range(length)])


def from_bits(bits):
    return int(np.sum(bits * 2 ** np.arange(len(bits))))


X = np.random.randint(0, 2, size=(10000, NUM_BITS))
Y = np.vstack([to_bits(from_bits(row) % 7) for row in X])
X_train, X_test, Y_train, Y_test = train_test_split(X, Y, test_size=0.2, random_state=42)


class Remainder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(NUM_BITS, 20)
        self.fc2 = nn.Linear(20, 20)
        self.fc3 = nn.Linear(20, 20)

    def forward(self, x):
        x = torch.relu(self.fc1(x))
        x = torch.relu(self.fc2(x))
        return torch.log_softmax(self.fc3(x), dim=1)


def cross_entropy(log_probabilities, targets):
    return -(targets * log_probabilities).sum(dim=1).mean()


def as_loader(inputs, targets, shuffle):
    data = TensorDataset(torch.FloatTensor(inputs), torch.FloatTensor(targets))
    return DataLoader(data, batch_size=50, shuffle=shuffle)


train_loader = as_loader(X_train, Y_train, shuffle=True)
test_loader = as_loader(X_test, Y_test, shuffle=False)
model = Remainder()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

for epoch in range(10):
    model.train()
    running = 0.0
    for inputs, targets in train_loader:
        optimizer.zero_grad()
        loss = cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        running += loss.item()
    print("epoch", epoch + 1, "loss", running / len(train_loader))

model.eval()
correct = 0
with torch.no_grad():
    for inputs, targets in test_loader:
        correct += (model(inputs).argmax(1) == targets.argmax(1)).sum().item()
print("accuracy", correct / len(test_loader.dataset))
