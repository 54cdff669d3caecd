import torch
import torch.nn as nn

torch.manual_seed(77)

# target picture: rings + a soft slanted edge, sampled on a 40x40 grid
n = 40
axis = torch.linspace(-1, 1, n)
gy, gx = torch.meshgrid(axis, axis, indexing="ij")
radius = (gx ** 2 + gy ** 2).sqrt()
picture = 0.5 + 0.3 * torch.cos(4 * radius) + 0.2 * torch.tanh(4 * (gx + 0.5 * gy - 0.2))
coords = torch.stack([gx, gy], dim=-1).reshape(-1, 2)
values = picture.reshape(-1, 1)


class CoordinateMLP(nn.Module):
    """(x, y) -> grey value"""

    def __init__(self, width=64, depth=4):
        super().__init__()
        self.first = nn.Linear(2, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth - 2))
        self.last = nn.Linear(width, 1)
        self.act = nn.SiLU()

    def forward(self, xy):
        h = self.act(self.first(xy))
        for layer in self.layers:
            h = self.act(layer(h))
        return self.last(h)


def psnr(mse):
    return -10 * torch.log10(mse)


net = CoordinateMLP()
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.997)
for step in range(900):
    idx = torch.randint(0, len(coords), (256,))
    loss = (net(coords[idx]) - values[idx]).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    if step % 150 == 0:
        print("step", step, "mse", round(loss.item(), 5))

with torch.no_grad():
    full = (net(coords) - values).square().mean()
print(f"full picture mse {full.item():.5f} psnr {psnr(full).item():.2f} dB, variance {values.var().item():.4f}")
