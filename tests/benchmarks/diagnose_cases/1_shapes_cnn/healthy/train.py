import json
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

from data import make_split

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "config.json")) as fh:
    cfg = json.load(fh)

torch.manual_seed(cfg["seed"])


class SmallCNN(nn.Module):
    def __init__(self, n_classes=4):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3, padding=1)
        self.conv2 = nn.Conv2d(8, 16, 3, padding=1)
        self.fc1 = nn.Linear(16 * 5 * 5, 32)
        self.fc2 = nn.Linear(32, n_classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = F.relu(self.fc1(x.flatten(1)))
        return self.fc2(x)


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hit = tot = 0
    for x, y in loader:
        hit += (model(x).argmax(1) == y).sum().item()
        tot += len(y)
    return hit / tot


def main():
    train = DataLoader(TensorDataset(*make_split(cfg["train_size"], 0)), cfg["batch_size"], shuffle=True)
    test = DataLoader(TensorDataset(*make_split(cfg["test_size"], 1)), 200)
    model = SmallCNN()
    opt = torch.optim.SGD(model.parameters(), **cfg["optimizer"])
    sched = torch.optim.lr_scheduler.StepLR(opt, **cfg["scheduler"])
    for ep in range(1, cfg["epochs"] + 1):
        model.train()
        total = 0.0
        for x, y in train:
            loss = F.cross_entropy(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        sched.step()
        print("[%d/%d] loss=%.4f test_acc=%.3f" % (ep, cfg["epochs"], total / len(train), accuracy(model, test)))


if __name__ == "__main__":
    main()
