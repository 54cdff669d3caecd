"""Star/galaxy separation trained on volunteers' labels, tested on expert labels."""
import copy

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data import random_split

from sky import SIZE, cutouts

torch.manual_seed(51)


def classifier():
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(16 * (SIZE // 2) ** 2, 256), nn.ReLU(),
        nn.Linear(256, 2),
    )


@torch.no_grad()
def score(model, loader):
    model.eval()
    hit = tot = 0
    for x, y in loader:
        hit += (model(x).argmax(1) == y).sum().item()
        tot += len(y)
    return hit / tot


volunteers = TensorDataset(*cutouts(900, flip=0.25))
experts = DataLoader(TensorDataset(*cutouts(1000)), batch_size=250)
fit_set, val_set = random_split(volunteers, [600, 300])
train_loader = DataLoader(fit_set, batch_size=30, shuffle=True)
val_loader = DataLoader(val_set, batch_size=300)

model = classifier()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
best, best_state = 0.0, None
for epoch in range(1, 46):
    model.train()
    for x, y in train_loader:
        loss = nn.functional.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    acc = score(model, val_loader)
    if acc > best:
        best, best_state = acc, copy.deepcopy(model.state_dict())
    if epoch % 5 == 0:
        print(f"epoch {epoch:3d}  batch loss {loss.item():.3f}  accuracy {acc:.3f}  best {best:.3f}")

model.load_state_dict(best_state)
print(f"expert labels: accuracy {score(model, experts):.3f}")
