import numpy as np
import torch
import torch.nn.functional as F

from model import EnergyModel

FEATURES = ["area", "floors", "insulation", "outside_temp", "occupancy", "hour"]


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    area = rng.uniform(50, 500, n)
    floors = rng.integers(1, 6, n)
    ins = rng.uniform(0.2, 1.0, n)
    temp = rng.normal(10, 9, n)
    occ = rng.poisson(6, n)
    hour = rng.uniform(0, 24, n)
    heating = np.maximum(19 - temp, 0) * area / ins / 400
    light = np.where((hour > 7) & (hour < 19), 0.5, 1.5) * occ
    kwh = heating + light + 0.8 * floors + rng.normal(0, 0.5, n)
    x = np.stack([area, floors, ins, temp, occ, hour], 1)
    return x, kwh


def main():
    torch.manual_seed(6)
    x, y = simulate(4000, 6)
    cut = 3200
    mean, std = x[:cut].mean(0), x[:cut].std(0)
    ym, ys = y[:cut].mean(), y[:cut].std()
    x = torch.tensor((x - mean) / std, dtype=torch.float32)
    y = torch.tensor((y - ym) / ys, dtype=torch.float32)

    net = EnergyModel(len(FEATURES))
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    sched = torch.optim.lr_scheduler.StepLR(opt, step_size=10, gamma=0.3)
    for epoch in range(20):
        net.train()
        losses = []
        for idx in torch.randperm(cut).split(64):
            loss = F.smooth_l1_loss(net(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        sched.step()
        net.eval()
        with torch.no_grad():
            err = net(x[cut:]) - y[cut:]
        r2 = 1 - (err ** 2).mean() / y[cut:].var()
        print(f"epoch {epoch:2d} train {np.mean(losses):.4f} MAE {err.abs().mean() * ys:.2f} kWh  R2 {r2:.3f}")


if __name__ == "__main__":
    main()
