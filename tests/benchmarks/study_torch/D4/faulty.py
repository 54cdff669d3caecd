import numpy as np
import torch
from torch import nn, optim
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def read(part):
    with np.load("mnist.npz") as file:
        x = file[f"x_{part}"].reshape(-1, 784).astype("float32") / 255
        y = file[f"y_{part}"].astype("int64")
    return TensorDataset(torch.from_numpy(x), torch.from_numpy(y))


class BookNetwork(nn.Module):
    """The 784-30-10 network of the book."""

    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(784, 30)
        self.output = nn.Linear(30, 10)
        for parameter in self.parameters():
            nn.init.normal_(parameter, mean=0.0, std=1.0)

    def forward(self, x):
        x = self.hidden(x)
        return self.output(x)


def accuracy(model, loader):
    model.eval()
    right = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(dim=1) == y).sum().item()
    return right / len(loader.dataset)


train_loader = DataLoader(read("train"), batch_size=10, shuffle=True)
test_loader = DataLoader(read("test"), batch_size=100)

model = BookNetwork()
sgd = optim.SGD(model.parameters(), lr=3.0)
mse = nn.MSELoss()

for epoch in range(30):
    model.train()
    for x, y in train_loader:
        sgd.zero_grad()
        loss = mse(model(x), F.one_hot(y, 10).float())
        loss.backward()
        sgd.step()
    print(f"Epoch {epoch}: {accuracy(model, test_loader):.4f}")
