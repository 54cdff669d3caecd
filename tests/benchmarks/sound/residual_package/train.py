import yaml

import torch
from torch import nn, optim

from residual.data import loaders
from residual.model import ResidualNet

with open("config.yaml") as file:
    config = yaml.safe_load(file)

device = "cuda" if torch.cuda.is_available() else "cpu"


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    right = total = 0
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        right += (model(images).argmax(1) == labels).sum().item()
        total += labels.numel()
    return right / total


def main():
    torch.manual_seed(config["seed"])
    data = config["data"]
    train_loader, test_loader = loaders(data["root"], data["batch_size"], data["workers"])
    model = ResidualNet(**config["model"]).to(device)
    settings = config["optim"]
    optimizer = optim.SGD(
        model.parameters(),
        lr=settings["lr"],
        momentum=settings["momentum"],
        weight_decay=settings["weight_decay"],
        nesterov=True,
    )
    scheduler = optim.lr_scheduler.OneCycleLR(
        optimizer,
        max_lr=settings["lr"],
        epochs=settings["epochs"],
        steps_per_epoch=len(train_loader),
    )
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)

    for epoch in range(settings["epochs"]):
        model.train()
        running = 0.0
        for images, labels in train_loader:
            images = images.to(device, non_blocking=True)
            labels = labels.to(device, non_blocking=True)
            optimizer.zero_grad(set_to_none=True)
            loss = criterion(model(images), labels)
            loss.backward()
            optimizer.step()
            scheduler.step()
            running += loss.item()
        print(epoch, running / len(train_loader), accuracy(model, test_loader))
    torch.save(model.state_dict(), "residual.pt")


if __name__ == "__main__":
    main()
