"""Echo-state network: one-step-and-further forecasts of the Lorenz system."""
import torch
import torch.nn as nn


def lorenz(n, dt=0.02, skip=500):
    s = torch.tensor([1.0, 1.0, 20.0]) + 0.1 * torch.randn(3)

    def f(v):
        x, y, z = v
        return torch.stack([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z])

    out = []
    for i in range(n + skip):
        k1 = f(s)
        k2 = f(s + dt / 2 * k1)
        k3 = f(s + dt / 2 * k2)
        k4 = f(s + dt * k3)
        s = s + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        if i >= skip:
            out.append(s)
    return torch.stack(out)


class Reservoir(nn.Module):
    def __init__(self, d_in=3, size=200, radius=0.8, leak=0.7):
        super().__init__()
        self.leak = leak
        w = torch.randn(size, size) * (torch.rand(size, size) < 0.1).float()
        w = w * radius / torch.linalg.eigvals(w).abs().max()
        self.w = nn.Parameter(w, requires_grad=False)
        self.w_in = nn.Parameter(torch.rand(size, d_in) - 0.5, requires_grad=False)
        self.readout = nn.Linear(size + d_in, d_in)

    @torch.no_grad()
    def states(self, u):
        h = torch.zeros(self.w.size(0))
        out = []
        for x in u:
            h = (1 - self.leak) * h + self.leak * torch.tanh(self.w @ h + self.w_in @ x)
            out.append(torch.cat([h, x]))
        return torch.stack(out)


def main(horizon=10, washout=100):
    torch.manual_seed(0)
    series = lorenz(4000)
    split = 3000
    mean, std = series[:split].mean(0), series[:split].std(0)
    series = (series - mean) / std
    esn = Reservoir()
    h = esn.states(series[:-horizon])
    target = series[horizon:]
    h_tr, y_tr = h[washout:split - horizon], target[washout:split - horizon]
    h_te, y_te = h[split:], target[split:]

    opt = torch.optim.LBFGS(esn.readout.parameters(), lr=1, max_iter=20, history_size=20,
                            line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = (esn.readout(h_tr) - y_tr).pow(2).mean()
        loss.backward()
        return loss

    for it in range(12):
        loss = opt.step(closure)
        with torch.no_grad():
            nrmse = (esn.readout(h_te) - y_te).pow(2).mean().sqrt() / y_te.std()
        if it % 3 == 2:
            print(f"round {it + 1}: train mse {loss.item():.5f}  test NRMSE at {horizon} steps {nrmse:.4f}")
    lazy = (series[split:-horizon] - y_te).pow(2).mean().sqrt() / y_te.std()
    print(f"persistence NRMSE {lazy:.4f}")


if __name__ == "__main__":
    main()
