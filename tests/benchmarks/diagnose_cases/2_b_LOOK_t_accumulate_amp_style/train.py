import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(40)
ACCUM = 4

centers = torch.randn(6, 10)
y = torch.randint(0, 6, (3000,))
x = centers[y] * torch.sign(torch.randn(3000, 1)) + 0.6 * torch.randn(3000, 10)
loader = DataLoader(TensorDataset(x[:2400], y[:2400]), batch_size=8, shuffle=True)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(10, 64)
        self.b = nn.Linear(64, 64)
        self.c = nn.Linear(64, 6)

    def forward(self, x):
        return F.log_softmax(self.c(F.relu(self.b(F.relu(self.a(x))))), dim=-1)


model = Net()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
nll = nn.NLLLoss()
for epoch in range(12):
    model.train()
    for i, (xb, yb) in enumerate(loader):
        loss = nll(model(xb), yb) / ACCUM
        loss.backward()
        if (i + 1) % ACCUM == 0 or i + 1 == len(loader):
            opt.step()
            opt.zero_grad()
    model.eval()
    with torch.no_grad():
        acc = (model(x[2400:]).argmax(-1) == y[2400:]).float().mean().item()
    print(f"epoch {epoch + 1} loss {loss.item() * ACCUM:.4f} val acc {acc:.3f}")
