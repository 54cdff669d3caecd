# Day-ahead style load forecasting: the last 48 hours -> the next 6 hours.
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

HISTORY, HORIZON = 48, 6
BASE_LR = 2e-3
WARMUP = 40
STEPS = 1200
BATCH = 64


def synth_load(hours):
    t = torch.arange(hours).float()
    daily = torch.sin(2 * math.pi * (t - 7) / 24) + 0.4 * torch.sin(4 * math.pi * t / 24)
    weekly = 1.0 - 0.25 * (((t // 24) % 7) >= 5).float()
    drift = torch.zeros(hours)
    noise = torch.randn(hours) * 0.08
    for i in range(1, hours):
        drift[i] = 0.97 * drift[i - 1] + noise[i]
    return 620 + 140 * daily * weekly + 90 * drift + 8 * torch.randn(hours)


def windows(series):
    w = series.unfold(0, HISTORY + HORIZON, 1)
    return w[:, :HISTORY], w[:, HISTORY:]


class Forecaster(nn.Module):
    def __init__(self, width=96):
        super().__init__()
        self.inp = nn.Linear(HISTORY, width)
        self.mid = nn.Linear(width, width)
        self.out = nn.Linear(width, HORIZON)

    def forward(self, x):
        h = F.gelu(self.inp(x))
        h = h + F.gelu(self.mid(h))
        return self.out(h)


def warmup_cosine(step):
    ramp = min(1.0, (step + 1) / WARMUP)
    decay = 0.5 * (1 + math.cos(math.pi * step / STEPS))
    return ramp * decay


def main():
    torch.manual_seed(11)
    load = synth_load(24 * 7 * 26)
    cut = int(len(load) * 0.8)
    mean, std = load[:cut].mean(), load[:cut].std()
    scaled = (load - mean) / std
    x_tr, y_tr = windows(scaled[:cut])
    x_te, y_te = windows(scaled[cut:])

    net = Forecaster()
    opt = torch.optim.AdamW(net.parameters(), lr=BASE_LR, weight_decay=1e-4)
    sched = torch.optim.lr_scheduler.LambdaLR(opt, lr_lambda=warmup_cosine)

    running = 0.0
    for step in range(STEPS):
        idx = torch.randint(0, len(x_tr), (BATCH,))
        loss = F.mse_loss(net(x_tr[idx]), y_tr[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        running += loss.item()
        if (step + 1) % 200 == 0:
            print(f"step {step + 1:5d}  train mse {running / 200:.4f}")
            running = 0.0

    net.eval()
    with torch.no_grad():
        err = (net(x_te) - y_te) * std
        naive = (x_te[:, 24:24 + HORIZON] - y_te) * std
    print(f"test MAE {err.abs().mean():.1f} MW   (same hour yesterday: {naive.abs().mean():.1f} MW)")


if __name__ == "__main__":
    main()
