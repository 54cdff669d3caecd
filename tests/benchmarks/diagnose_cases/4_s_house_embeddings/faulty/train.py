import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset

from model import TabularNet

CARD = [150, 80, 40]       # street, agent, building type


def make_houses(n, seed):
    rng = np.random.default_rng(seed)
    cat = np.stack([rng.integers(c, size=n) for c in CARD], 1)
    num = rng.normal(size=(n, 4))
    effects = [rng.normal(scale=s, size=c) for s, c in zip((1.0, 0.6, 0.6), CARD)]
    price = sum(e[cat[:, j]] for j, e in enumerate(effects))
    price = price + 0.5 * num[:, 0] - 0.3 * num[:, 1] * num[:, 2] + 0.1 * rng.normal(size=n)
    price = (price - price.mean()) / price.std()
    return (torch.tensor(cat), torch.tensor(num, dtype=torch.float32), torch.tensor(price, dtype=torch.float32))


torch.manual_seed(23)
cat, num, price = make_houses(6000, seed=23)
train = TensorDataset(cat[:5000], num[:5000], price[:5000])
loader = DataLoader(train, batch_size=100, shuffle=True)
model = TabularNet(CARD, num.size(1))
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
sched = torch.optim.lr_scheduler.MultiStepLR(opt, milestones=[12, 17], gamma=0.3)

for epoch in range(20):
    model.train()
    losses = []
    for c, x, y in loader:
        loss = torch.mean((model(c, x) - y) ** 2)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    sched.step()
    model.eval()
    with torch.no_grad():
        test = torch.mean((model(cat[5000:], num[5000:]) - price[5000:]) ** 2).item()
    print(f"epoch {epoch + 1:02d}  train mse {np.mean(losses):.4f}  test mse {test:.4f}")
