"""Pretrain on the big source task, then fine-tune a new head on the small target task."""
import torch
import torch.nn as nn


class Backbone(nn.Module):
    def __init__(self, n_in=40, width=64):
        super().__init__()
        self.fc1 = nn.Linear(n_in, 128)
        self.fc2 = nn.Linear(128, width)

    def forward(self, x):
        return torch.relu(self.fc2(torch.relu(self.fc1(x))))


class Classifier(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.backbone = Backbone()
        self.fc = nn.Linear(64, n_classes)

    def forward(self, x):
        return self.fc(self.backbone(x))


torch.manual_seed(77)
MIX = torch.randn(8, 40)
PROTO = torch.randn(12, 8) * 1.6


def draw(n, classes):
    y = torch.randint(0, len(classes), (n,))
    z = PROTO[torch.tensor(classes)[y]] + 0.4 * torch.randn(n, 8)
    return torch.sin(z @ MIX * 0.6) + 0.1 * torch.randn(n, 40), y


def fit(model, optimizer, data, epochs, bs=50):
    x, y = data
    for ep in range(epochs):
        model.train()
        s = 0.0
        for idx in torch.randperm(len(x)).split(bs):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x[idx]), y[idx])
            loss.backward()
            optimizer.step()
            s += loss.item() * len(idx)
        print(f"   epoch {ep + 1} loss {s / len(x):.4f}")


@torch.no_grad()
def accuracy(model, data):
    model.eval()
    return (model(data[0]).argmax(1) == data[1]).float().mean().item()


print("source task (12 classes)")
source = list(range(12))
model = Classifier(12)
fit(model, torch.optim.Adam(model.parameters(), lr=1e-3), draw(4000, source), epochs=8)
print("source accuracy", accuracy(model, draw(500, source)))

print("target task (6 classes)")
target = [0, 3, 5, 7, 8, 11]
for p in model.backbone.parameters():
    p.requires_grad = False
optimizer = torch.optim.Adam(model.fc.parameters(), lr=5e-3)
model.fc = nn.Linear(64, 6)
fit(model, optimizer, draw(400, target), epochs=20, bs=20)
print("target accuracy", accuracy(model, draw(500, target)))
