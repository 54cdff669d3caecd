import math

import torch
from torch import nn

torch.manual_seed(1)

# 20 parallel series: two sines whose mixture drifts slowly, predicted one step ahead
T, B = 1201, 20
t = torch.arange(T).float().unsqueeze(1)
phase = torch.rand(1, B) * 2 * math.pi
freq = 0.15 + 0.1 * torch.rand(1, B)
series = torch.sin(freq * t + phase) + 0.5 * torch.sin(2.7 * freq * t) + 0.05 * torch.randn(T, B)
series = series.unsqueeze(-1)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.rnn = nn.GRU(1, hidden)
        self.fc = nn.Linear(hidden, 1)

    def forward(self, x, h):
        out, h = self.rnn(x, h)
        return self.fc(out), h


def repackage_hidden(h):
    return h.detach() if h is not None else None


model = Forecaster()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
criterion = nn.MSELoss()
bptt, split = 30, 900

for epoch in range(12):
    model.train()
    hidden, total = None, 0.0
    for i in range(0, split, bptt):
        x = series[i:i + bptt]
        y = series[i + 1:i + bptt + 1]
        optimizer.zero_grad()
        hidden = repackage_hidden(hidden)
        pred, hidden = model(x, hidden)
        loss = criterion(pred, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    model.eval()
    with torch.no_grad():
        warm = repackage_hidden(hidden)
        pred, _ = model(series[split:T - 1], warm)
        val = criterion(pred, series[split + 1:T]).item()
        naive = criterion(series[split:T - 1], series[split + 1:T]).item()
    print(f"epoch {epoch + 1:2d} train {total / (split // bptt):.4f} val {val:.4f} (persistence {naive:.4f})")
