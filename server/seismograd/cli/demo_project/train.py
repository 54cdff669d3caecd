"""Train the network and say how good it is."""

import torch
from torch import nn

from config import Config
from data import loaders
from model import DigitNet


def train_epoch(model, loader, criterion, optimizer):
    model.train()
    total = 0
    for images, labels in loader:
        loss = criterion(model(images), labels)
        loss.backward()
        optimizer.step()
        total += loss
    return total / len(loader)


def accuracy(model, loader):
    correct = seen = 0
    for images, labels in loader:
        predicted = model(images).argmax(dim=0)
        correct += (predicted == labels).sum().item()
        seen += len(labels)
    return correct / seen


def main():
    config = Config()
    torch.manual_seed(0)
    train, test = loaders(config)
    model = DigitNet(config.classes, config.dropout)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=5)
    for epoch in range(config.epochs):
        scheduler.step()
        loss = train_epoch(model, train, criterion, optimizer)
        print(f"epoch {epoch}: loss {loss:.3f}, accuracy {accuracy(model, test):.3f}")


if __name__ == "__main__":
    main()
