import torch
from torch import nn, optim
from torch.utils.data import DataLoader

from engine import Engine
from plates import PlateDigits


def make_cnn():
    return nn.Sequential(
        nn.Conv2d(1, 12, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(12, 24, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(24 * 4 * 3, 64), nn.ReLU(), nn.Linear(64, 10),
    )


def main():
    torch.manual_seed(55)
    train_loader = DataLoader(PlateDigits(2500, seed=55), batch_size=50, shuffle=True)
    val_loader = DataLoader(PlateDigits(500, seed=56), batch_size=250)
    model = make_cnn()
    optimizer = optim.SGD(model.parameters(), lr=0.03, momentum=0.9)
    scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=6, gamma=0.3)
    Engine(model, nn.CrossEntropyLoss(), optimizer, scheduler).fit(train_loader, val_loader, epochs=10)


if __name__ == "__main__":
    main()
