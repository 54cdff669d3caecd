"""Echo state network: random recurrent reservoir, only the readout is learned."""
import torch
import torch.nn as nn

torch.manual_seed(90)


class Reservoir(nn.Module):
    def __init__(self, size=200, radius=0.9, leak=0.6):
        super().__init__()
        w = torch.randn(size, size) * (torch.rand(size, size) < 0.1)
        w *= radius / torch.linalg.eigvals(w).abs().max()
        self.register_buffer("w", w)
        self.register_buffer("w_in", torch.rand(size, 2) * 1.0 - 0.5)
        self.leak = leak
        self.readout = nn.Linear(size, 1)
        nn.init.zeros_(self.readout.weight)
        nn.init.zeros_(self.readout.bias)

    @torch.no_grad()
    def states(self, u):
        h = torch.zeros(self.w.size(0))
        out = []
        for t in range(len(u)):
            inp = torch.stack([u[t], torch.ones(())])
            h = (1 - self.leak) * h + self.leak * torch.tanh(self.w @ h + self.w_in @ inp)
            out.append(h)
        return torch.stack(out)


def mackey_glass(n, tau=17, warm=300):
    x = [1.2 + 0.1 * torch.rand(()).item()] * (tau + 1)
    for _ in range(n + warm):
        x.append(x[-1] + 0.2 * x[-1 - tau] / (1 + x[-1 - tau] ** 10) - 0.1 * x[-1])
    return torch.tensor(x[-n:]) - 0.9


series = mackey_glass(2600)
net = Reservoir()
H = net.states(series[:-5])
target = series[5:]
H, target = H[100:], target[100:]
cut = 1900

opt = torch.optim.LBFGS(net.readout.parameters(), lr=1.0, max_iter=60, line_search_fn="strong_wolfe")


def closure():
    opt.zero_grad()
    mse = ((net.readout(H[:cut]).squeeze(1) - target[:cut]) ** 2).mean()
    loss = mse + 1e-7 * net.readout.weight.pow(2).sum()
    loss.backward()
    return loss


for it in range(6):
    loss = opt.step(closure)
    print(f"round {it} loss {loss.item():.6f}")

with torch.no_grad():
    res = net.readout(H[cut:]).squeeze(1) - target[cut:]
print(f"NRMSE 5 steps ahead: {(res.pow(2).mean().sqrt() / target[cut:].std()).item():.4f}")
