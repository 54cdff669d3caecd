import torch
from torch import nn
from data import make, augment, CLASSES

torch.manual_seed(31)
x_train, y_train = make(1200)
x_test, y_test = make(400)

model = nn.Sequential(
    nn.Conv2d(1, 12, 3, padding=1), nn.BatchNorm2d(12), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(12, 24, 3, padding=1), nn.BatchNorm2d(24), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Linear(24 * 9, len(CLASSES)),
)
opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(12):
    model.train()
    losses = []
    for idx in torch.randperm(len(x_train)).split(60):
        xb = augment(x_train[idx])
        loss = loss_fn(model(xb), y_train[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        pred = model(x_test).argmax(1)
    acc = (pred == y_test).float().mean().item()
    print(f"epoch {epoch + 1} loss {sum(losses) / len(losses):.3f} test acc {acc:.3f}")

for k, name in enumerate(CLASSES):
    print(f"  {name:6s} {(pred[y_test == k] == k).float().mean():.2f}")
print(f"overall {acc:.3f}")
