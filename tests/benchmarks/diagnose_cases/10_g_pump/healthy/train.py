# Pump telemetry: predict the next pressure value, carrying the LSTM state over chunks.
import math
import torch
from torch import nn


def telemetry(n_series, length, gen):
    t = torch.arange(length).float()
    per = 12 + 20 * torch.rand(n_series, 1, generator=gen)
    phase = 2 * math.pi * torch.rand(n_series, 1, generator=gen)
    x = torch.sin(2 * math.pi * t / per + phase) + 0.5 * torch.sin(2 * math.pi * t / (per * 0.37))
    return (x + 0.05 * torch.randn(n_series, length, generator=gen)).unsqueeze(-1)


class PressureLSTM(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.rnn = nn.LSTM(1, hidden, batch_first=True)
        self.read = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        h, state = self.rnn(x, state)
        return self.read(h), state


def chunks(series, width):
    for s in range(0, series.size(1) - width, width):
        yield series[:, s:s + width], series[:, s + 1:s + width + 1]


def validate(net, series):
    net.eval()
    with torch.no_grad():
        pred, _ = net(series[:, :-1])
        err = (pred[:, 50:] - series[:, 51:]).pow(2).mean()
        naive = (series[:, 50:-1] - series[:, 51:]).pow(2).mean()
    return err.item(), naive.item()


torch.manual_seed(4)
gen = torch.Generator().manual_seed(4)
train, val = telemetry(64, 401, gen), telemetry(32, 401, gen)
net = PressureLSTM()
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
criterion = nn.MSELoss()

for epoch in range(30):
    net.train()
    state, total, k = None, 0.0, 0
    for xb, yb in chunks(train, 40):
        pred, state = net(xb, state)
        state = tuple(s.detach() for s in state)
        loss = criterion(pred, yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total, k = total + loss.item(), k + 1
    if epoch % 5 == 4:
        mse, naive = validate(net, val)
        print(f"epoch {epoch + 1}: train mse {total / k:.4f}  val mse {mse:.4f}  (persistence {naive:.4f})")
