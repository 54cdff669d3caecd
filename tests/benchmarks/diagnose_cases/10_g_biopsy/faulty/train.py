"""Gene panel classifier for biopsies (few patients)."""
import numpy as np
import torch
import torch.nn as nn

SEED = 2024
rng = np.random.default_rng(SEED)
torch.manual_seed(SEED)


def load_panel(patients=500, genes=80, informative=12):
    x = rng.normal(size=(patients, genes)).astype(np.float32)
    w = np.zeros(genes)
    w[rng.choice(genes, informative, replace=False)] = rng.choice([-1.0, 1.0], informative)
    y = (x @ w + rng.normal(0, 0.8, patients) > 0).astype(np.int64)
    return x, y


class Panel(nn.Module):
    def __init__(self, genes):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(genes, 64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, 2))

    def forward(self, x):
        return self.net(x)


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


x, y = load_panel()
order = rng.permutation(len(x))
x, y = torch.from_numpy(x[order]), torch.from_numpy(y[order])
fit_x, fit_y = x, y
eval_x, eval_y = x, y

model = Panel(x.shape[1])
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-2)
criterion = nn.CrossEntropyLoss()
for epoch in range(40):
    model.train()
    for idx in torch.randperm(len(fit_x)).split(20):
        optimizer.zero_grad()
        loss = criterion(model(fit_x[idx]), fit_y[idx])
        loss.backward()
        optimizer.step()
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1:3d} loss {loss.item():.3f} accuracy {accuracy(model, eval_x, eval_y):.3f}")
print(f"final accuracy {accuracy(model, eval_x, eval_y):.3f}")
