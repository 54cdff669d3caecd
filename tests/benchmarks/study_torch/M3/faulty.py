import argparse

import numpy as np
import torch
import torch.nn as nn

parser = argparse.ArgumentParser(description="Train a small CNN on MNIST")
parser.add_argument("--batch-size", type=int, default=128)
parser.add_argument("--epochs", type=int, default=12)
parser.add_argument("--lr", type=float, default=0.001)
args = parser.parse_args()

data = np.load("mnist.npz")
x_train = torch.from_numpy(data["x_train"] / np.float32(255.0)).unsqueeze(1)
x_test = torch.from_numpy(data["x_test"] / np.float32(255.0)).unsqueeze(1)
y_train = torch.from_numpy(data["y_train"].astype(np.int64))
y_test = torch.from_numpy(data["y_test"].astype(np.int64))

model = nn.Sequential(
    nn.Conv2d(1, 32, 3),
    nn.ReLU(),
    nn.Conv2d(32, 64, 3),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Dropout(0.25),
    nn.Flatten(),
    nn.Linear(64 * 12 * 12, 128),
    nn.ReLU(),
    nn.Dropout(0.5),
    nn.Linear(128, 10),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adadelta(model.parameters(), lr=args.lr, rho=0.95, eps=1e-7)

for epoch in range(args.epochs):
    model.train()
    order = torch.randperm(len(x_train))
    total = 0.0
    for chosen in order.split(args.batch_size):
        optimizer.zero_grad()
        loss = criterion(model(x_train[chosen]), y_train[chosen])
        loss.backward()
        optimizer.step()
        total += loss.item() * len(chosen)
    model.eval()
    with torch.no_grad():
        predicted = model(x_test).argmax(dim=1)
    accuracy = (predicted == y_test).float().mean().item()
    print(f"epoch {epoch}: loss {total / len(x_train):.4f} test accuracy {accuracy:.4f}")
