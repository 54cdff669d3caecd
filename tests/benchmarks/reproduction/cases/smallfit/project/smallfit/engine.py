import torch
from torch import nn


def train_epoch(model, loader, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    loss, right, seen = 0.0, 0, 0
    for x, y in loader:
        logits = model(x)
        loss += nn.functional.cross_entropy(logits, y, reduction="sum").item()
        right += (logits.argmax(dim=1) == y).sum().item()
        seen += len(y)
    return loss / seen, right / seen
