"""Echo-state forecast of the Lorenz system."""
import torch
from torch import nn

torch.manual_seed(171)


def lorenz(steps, dt=0.02):
    z = torch.tensor([1.0, 1.0, 1.0], dtype=torch.float64) + 0.1 * torch.randn(3, dtype=torch.float64)
    out = []
    for _ in range(steps + 200):
        x, y, w = z
        k = torch.stack([10 * (y - x), x * (28 - w) - y, x * y - 8 / 3 * w])
        m = z + dt / 2 * k
        x, y, w = m
        z = z + dt * torch.stack([10 * (y - x), x * (28 - w) - y, x * y - 8 / 3 * w])
        out.append(z)
    return torch.stack(out[200:]).float()


class EchoState(nn.Module):
    def __init__(self, n_in=3, size=200, radius=0.9, leak=0.5):
        super().__init__()
        w = torch.randn(size, size) * (torch.rand(size, size) < 0.1)
        w = w * radius / torch.linalg.eigvals(w).abs().max()
        self.w = nn.Parameter(w, requires_grad=False)
        self.w_in = nn.Parameter(0.5 * (2 * torch.rand(n_in, size) - 1), requires_grad=False)
        self.leak = leak
        self.readout = nn.Linear(size, n_in)

    @torch.no_grad()
    def states(self, series):
        h = torch.zeros(self.w.shape[0])
        hs = []
        for u in series:
            h = (1 - self.leak) * h + self.leak * torch.tanh(u @ self.w_in + h @ self.w)
            hs.append(h)
        return torch.stack(hs)

    def forward(self, h):
        return self.readout(h)


series = lorenz(2500)
series = (series - series.mean(0)) / series.std(0)
esn = EchoState()
h = esn.states(series[:-5])
target = series[5:]
wash, cut = 100, 2000
h_train, y_train, h_test, y_test = h[wash:cut], target[wash:cut], h[cut:], target[cut:]

opt = torch.optim.Adam([p for p in esn.parameters() if p.requires_grad], lr=5e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 40)
for epoch in range(1, 41):
    for start in range(0, len(h_train), 50):
        loss = (esn(h_train[start:start + 50]) - y_train[start:start + 50]).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    sched.step()
    if epoch % 10 == 0:
        with torch.no_grad():
            nrmse = (esn(h_test) - y_test).pow(2).mean().sqrt()
            copy = (series[cut:-5] - y_test).pow(2).mean().sqrt()
        print(f"epoch {epoch}  loss {loss.item():.5f}  test nrmse {nrmse:.3f}  (persistence {copy:.3f})")
