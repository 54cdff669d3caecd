"""Echo state network: fixed random recurrent reservoir, only the readout is learned."""
import torch
from torch import nn


class EchoState(nn.Module):
    def __init__(self, units=150, radius=0.9, leak=0.5):
        super().__init__()
        w = torch.randn(units, units) / units ** 0.5
        w = w * (radius / torch.linalg.eigvals(w).abs().max())
        self.w = nn.Parameter(w, requires_grad=False)
        self.w_in = nn.Parameter(torch.rand(units, 1) * 1.0 - 0.5, requires_grad=False)
        self.leak = leak
        self.readout = nn.Linear(units, 1)

    @torch.no_grad()
    def states(self, u):
        h = torch.zeros(self.w.size(0))
        out = []
        for v in u:
            h = (1 - self.leak) * h + self.leak * torch.tanh(self.w @ h + self.w_in[:, 0] * v)
            out.append(h)
        return torch.stack(out)

    def forward(self, states):
        return self.readout(states).squeeze(-1)


def signal(n):
    t = torch.arange(n) * 0.2
    return torch.sin(t) * torch.cos(0.31 * t) + 0.3 * torch.sin(2.2 * t + 1)


torch.manual_seed(29)
u = signal(2001)
net = EchoState()
h = net.states(u[:-1])[100:]
target = u[101:]
h_mean, h_std = h[:1400].mean(0), h[:1400].std(0)
h = (h - h_mean) / h_std
train_h, train_y, test_h, test_y = h[:1400], target[:1400], h[1400:], target[1400:]

opt = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=5e-3)
for epoch in range(30):
    for idx in torch.randperm(len(train_h)).split(50):
        loss = nn.functional.mse_loss(net(train_h[idx]), train_y[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 5 == 4:
        with torch.no_grad():
            err = nn.functional.mse_loss(net(test_h), test_y).item()
        print(f"epoch {epoch + 1} train {loss.item():.5f} test {err:.5f} nrmse {(err / test_y.var().item()) ** 0.5:.3f}")
