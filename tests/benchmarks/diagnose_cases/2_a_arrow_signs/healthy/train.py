import torch
import torch.nn as nn
from torch.utils.data import DataLoader

from dataset import CLASSES, ArrowSigns


def make_model():
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(32 * 4 * 4, 64), nn.ReLU(),
        nn.Linear(64, len(CLASSES)),
    )


@torch.no_grad()
def per_class_accuracy(model, loader):
    model.eval()
    hit, count = torch.zeros(len(CLASSES)), torch.zeros(len(CLASSES))
    for x, y in loader:
        pred = model(x).argmax(1)
        for c in range(len(CLASSES)):
            hit[c] += ((pred == y) & (y == c)).sum()
            count[c] += (y == c).sum()
    return hit / count, (hit.sum() / count.sum()).item()


def main(epochs=8):
    torch.manual_seed(4)
    train_loader = DataLoader(ArrowSigns(1500, 0, augment=True), batch_size=32, shuffle=True)
    val_loader = DataLoader(ArrowSigns(400, 1), batch_size=100)
    model = make_model()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    sched = torch.optim.lr_scheduler.StepLR(opt, step_size=4, gamma=0.3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for x, y in train_loader:
            opt.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            opt.step()
            total += loss.item()
        sched.step()
        per_class, acc = per_class_accuracy(model, val_loader)
        detail = " ".join(f"{c}:{a:.2f}" for c, a in zip(CLASSES, per_class.tolist()))
        print(f"epoch {epoch + 1} loss {total / len(train_loader):.3f} val {acc:.3f} ({detail})")


if __name__ == "__main__":
    main()
