"""Echo state network for one-step forecasting of the Mackey-Glass series."""
import numpy as np
import torch
from torch import nn

torch.manual_seed(1)
rng = np.random.default_rng(1)


def mackey_glass(n, tau=17):
    x = list(1.2 + 0.1 * rng.standard_normal(tau + 1))
    for _ in range(n + 200):
        x.append(x[-1] + 0.2 * x[-tau - 1] / (1 + x[-tau - 1] ** 10) - 0.1 * x[-1])
    return torch.tensor(np.array(x[-n:]) - 0.9, dtype=torch.float32)


class Reservoir(nn.Module):
    def __init__(self, size=150, radius=0.9):
        super().__init__()
        w = torch.randn(size, size) * (torch.rand(size, size) < 0.1)
        w = w * (radius / torch.linalg.eigvals(w).abs().max())
        self.register_buffer("w", w)
        self.register_buffer("w_in", torch.rand(size, 1) * 2 - 1)
        self.readout = nn.Linear(size + 1, 1)

    @torch.no_grad()
    def states(self, u):
        s = torch.zeros(self.w.shape[0])
        out = []
        for v in u:
            s = torch.tanh(self.w @ s + self.w_in[:, 0] * v)
            out.append(torch.cat([s, v[None]]))
        return torch.stack(out)

    def forward(self, h):
        return self.readout(h).squeeze(-1)


series = mackey_glass(1600)
model = Reservoir()
h = model.states(series[:-1])
target = series[1:]
warm, split = 100, 1200
h_train, y_train = h[warm:split], target[warm:split]
h_test, y_test = h[split:], target[split:]

opt = torch.optim.LBFGS(model.readout.parameters(), lr=1.0, max_iter=20, line_search_fn="strong_wolfe")


def closure():
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(h_train), y_train) + 1e-7 * model.readout.weight.pow(2).sum()
    loss.backward()
    return loss


for it in range(10):
    loss = opt.step(closure)
    print(f"iteration {it + 1}: loss {loss.item():.6f}")
with torch.no_grad():
    nrmse = ((model(h_test) - y_test).pow(2).mean() / y_test.var()).sqrt()
print(f"test NRMSE {nrmse:.4f}")
