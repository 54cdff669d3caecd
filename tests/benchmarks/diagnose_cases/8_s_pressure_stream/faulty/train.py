"""Online one-step-ahead prediction of pipeline pressure with a stateful recurrent net."""
import torch
from torch import nn

CHUNK = 25
STATIONS = 16


def record(steps):
    """Pressure at all stations: slow valve cycle seen with a lag, damped noise."""
    t = torch.arange(steps).float().unsqueeze(1)
    period = 20 + 15 * torch.rand(STATIONS)
    phase = 6.28 * torch.rand(STATIONS)
    wave = torch.sin(6.28 * t / period + phase) + 0.12 * torch.sign(torch.sin(6.28 * t / (2.5 * period)))
    return (wave + 0.05 * torch.randn(steps, STATIONS)).unsqueeze(-1)


class StreamNet(nn.Module):
    def __init__(self, hidden=40):
        super().__init__()
        self.cell = nn.LSTM(1, hidden)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state):
        h, state = self.cell(x, state)
        return x + self.out(h), state


def replay(model, series, optimizer=None):
    state, errors = None, []
    for start in range(0, len(series) - CHUNK, CHUNK):
        x = series[start:start + CHUNK]
        y = series[start + 1:start + CHUNK + 1]
        y_hat, state = model(x, state)
        loss = (y_hat - y).square().mean()
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        errors.append(loss.item())
    return sum(errors) / len(errors)


torch.manual_seed(12)
series = record(2000)
past, recent = series[:1600], series[1600:]
model = StreamNet()
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
for epoch in range(25):
    train_mse = replay(model, past, optimizer)
    if epoch % 5 == 4:
        with torch.no_grad():
            test_mse = replay(model, recent)
        print(f"pass {epoch + 1:2d}: train mse {train_mse:.4f}, recent mse {test_mse:.4f}")
persistence = (recent[1:] - recent[:-1]).square().mean().item()
print(f"persistence mse {persistence:.4f}")
