import torch
from torch import nn
from model import SensorNet

torch.manual_seed(27)

EPOCHS = 15
BATCH = 50
LR = 2e-3
DROPOUT = 0.2


def activities(n, basis):
    y = torch.randint(0, 6, (n,))
    x = basis[y, torch.randint(0, 3, (n,))] + 0.7 * torch.randn(n, 36)
    return x, y


basis = torch.randn(6, 3, 36)
x_train, y_train = activities(1500, basis)
x_val, y_val = activities(500, basis)

model = SensorNet(dropout=DROPOUT)
optimizer = torch.optim.Adam(model.parameters(), lr=LR)
criterion = nn.CrossEntropyLoss()
history = {"loss": [], "val_acc": []}

for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for idx in torch.randperm(len(x_train)).split(BATCH):
        optimizer.zero_grad()
        loss = criterion(model(x_train[idx]), y_train[idx])
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    model.eval()
    with torch.no_grad():
        acc = (model(x_val).argmax(1) == y_val).float().mean().item()
    history["loss"].append(total / len(x_train))
    history["val_acc"].append(acc)
    print(f"epoch {epoch + 1:2d}: loss {history['loss'][-1]:.3f}  val acc {acc:.3f}")

print("best val acc: %.3f  last: %.3f" % (max(history["val_acc"]), history["val_acc"][-1]))
