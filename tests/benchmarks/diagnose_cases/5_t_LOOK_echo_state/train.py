"""Echo state network: fixed random reservoir, only the readout is learned (NARMA-5)."""
import torch
import torch.nn as nn

torch.manual_seed(55)


def narma(n):
    u = torch.rand(n) * 0.5
    y = torch.zeros(n)
    for t in range(4, n - 1):
        y[t + 1] = 0.3 * y[t] + 0.05 * y[t] * y[t - 4:t + 1].sum() + 1.5 * u[t - 4] * u[t] + 0.1
    return u, y


class Reservoir(nn.Module):
    def __init__(self, size=200, radius=0.9):
        super().__init__()
        w = torch.randn(size, size) * (torch.rand(size, size) < 0.1)
        w = w * (radius / torch.linalg.eigvals(w).abs().max())
        self.register_buffer("w", w)
        self.register_buffer("w_in", torch.rand(size, 2) * 0.6 - 0.3)
        self.size = size

    @torch.no_grad()
    def forward(self, u):
        h = torch.zeros(self.size)
        states = []
        for v in u:
            h = torch.tanh(self.w @ h + self.w_in @ torch.stack([v, torch.ones(())]))
            states.append(h)
        return torch.stack(states)


reservoir = Reservoir()
u, y = narma(2400)
states = reservoir(u)[100:]
target = y[100:]
mean, std = states[:1800].mean(0), states[:1800].std(0)
states = (states - mean) / std
y_mu, y_sd = target[:1800].mean(), target[:1800].std()
target = (target - y_mu) / y_sd

readout = nn.Linear(200, 1)
optimizer = torch.optim.Adam(readout.parameters(), lr=2e-3)
for epoch in range(60):
    for idx in torch.randperm(1800).split(30):
        pred = readout(states[idx]).squeeze(1)
        loss = ((pred - target[idx]) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if epoch % 10 == 9:
        with torch.no_grad():
            nmse = ((readout(states[1800:]).squeeze(1) - target[1800:]) ** 2).mean() / target[1800:].var()
        print(f"epoch {epoch + 1} train mse {loss.item():.4f} test NMSE {nmse.item():.4f}")
