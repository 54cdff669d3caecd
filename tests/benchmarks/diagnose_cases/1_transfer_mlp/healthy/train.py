import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(6)


class Backbone(nn.Module):
    def __init__(self, n_out):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(30, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU())
        self.fc = nn.Linear(32, n_out)

    def forward(self, x):
        return self.fc(self.features(x))


MIX = torch.randn(8, 30)


def task(n, kind):
    z = torch.randn(n, 8)
    x = z @ MIX + 0.3 * torch.randn(n, 30)
    if kind == "pretrain":
        y = (z[:, 0] > 0).long() * 2 + (z[:, 1] > 0).long()
    else:
        y = torch.bucketize(z[:, 0] + 0.6 * z[:, 1], torch.tensor([-1.3, -0.7, -0.2, 0.2, 0.7, 1.3]))
    return TensorDataset(x, y)


def fit(model, optimizer, ds, epochs, tag, val=None):
    loader = DataLoader(ds, batch_size=64, shuffle=True)
    ce = nn.CrossEntropyLoss()
    for ep in range(epochs):
        model.train()
        tot = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = ce(model(x), y)
            loss.backward()
            optimizer.step()
            tot += loss.item() * len(y)
        msg = f"[{tag}] epoch {ep + 1} loss {tot / len(ds):.4f}"
        if val is not None:
            model.eval()
            vx, vy = val.tensors
            with torch.no_grad():
                msg += f" val_acc {(model(vx).argmax(1) == vy).float().mean().item():.4f}"
        print(msg)


model = Backbone(4)
fit(model, torch.optim.Adam(model.parameters(), lr=1e-3), task(3000, "pretrain"), 4, "pretrain")

# new task: 7 classes, keep the features with a gentle rate, train the new head faster
for p in model.features[:2].parameters():
    p.requires_grad = False
model.fc = nn.Linear(32, 7)
param_groups = [{"params": model.features[2].parameters(), "lr": 1e-4}, {"params": model.fc.parameters(), "lr": 5e-3}]
optimizer = torch.optim.Adam(param_groups)
fit(model, optimizer, task(4000, "target"), 10, "finetune", val=task(1000, "target"))
