# Physics-informed network for  u'' + u = 0,  u(0)=0, u'(0)=1   (solution sin t)
import torch
import torch.nn as nn

torch.manual_seed(3)
torch.set_default_dtype(torch.float64)

net = nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh(), nn.Linear(24, 1))
t = torch.linspace(0, 6, 80).reshape(-1, 1).requires_grad_(True)
t0 = torch.zeros(1, 1, requires_grad=True)


def deriv(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


def residual():
    u = net(t)
    ode = deriv(deriv(u, t), t) + u
    u0 = net(t0)
    return ode.pow(2).mean() + 5 * u0.pow(2).mean() + 5 * (deriv(u0, t0) - 1).pow(2).mean()


optimizer = torch.optim.LBFGS(net.parameters(), lr=1.0, max_iter=25, history_size=50,
                              line_search_fn="strong_wolfe")

for it in range(16):
    def closure():
        optimizer.zero_grad()
        loss = residual()
        loss.backward()
        return loss

    loss = optimizer.step(closure)
    with torch.no_grad():
        err = (net(t) - torch.sin(t)).abs().max().item()
    print(f"outer {it:2d} loss {loss.item():.3e} max error {err:.4f}")
