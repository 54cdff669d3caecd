import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

MICRO_BATCH, ACCUM, EPOCHS = 16, 4, 12


def make_loans(n, rng):
    x = rng.normal(size=(n, 12)).astype("float32")
    z = x[:, 0] * x[:, 1] + x[:, 2] - np.abs(x[:, 3]) + 0.7
    return torch.tensor(x), torch.tensor((z > 0).astype("float32"))


torch.manual_seed(1)
rng = np.random.default_rng(1)
train = TensorDataset(*make_loans(3200, rng))
x_test, y_test = make_loans(800, rng)
loader = DataLoader(train, batch_size=MICRO_BATCH, shuffle=True, drop_last=True)

model = nn.Sequential(nn.Linear(12, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
steps = EPOCHS * (len(loader) // ACCUM)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=steps)

optimizer.zero_grad()
for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for i, (x, y) in enumerate(loader, 1):
        loss = criterion(model(x).squeeze(1), y)
        (loss / ACCUM).backward()
        total += loss.item()
        if i % ACCUM == 0:
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        acc = ((model(x_test).squeeze(1) > 0).float() == y_test).float().mean().item()
    print(f"epoch {epoch + 1} loss {total / len(loader):.4f} test acc {acc:.3f}")
