import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F

from solver import wave_pairs


class Surrogate(nn.Module):
    def __init__(self, width, depth, kernel_size):
        super().__init__()
        pad = kernel_size // 2
        chans = [2] + [width] * depth
        self.convs = nn.ModuleList(
            nn.Conv2d(a, b, kernel_size, padding=pad, padding_mode="circular") for a, b in zip(chans, chans[1:])
        )
        self.readout = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        h = x
        for conv in self.convs:
            h = F.gelu(conv(h))
        return x[:, :1] + self.readout(h)


def relative_error(pred, ref):
    return ((pred - ref).flatten(1).norm(dim=1) / ref.flatten(1).norm(dim=1)).mean().item()


def get_args():
    p = argparse.ArgumentParser(description="CNN surrogate of a 2-D wave solver")
    p.add_argument("--size", type=int, default=20)
    p.add_argument("--width", type=int, default=16)
    p.add_argument("--depth", type=int, default=3)
    p.add_argument("--kernel-size", type=int, default=1)
    p.add_argument("--steps", type=int, default=450)
    p.add_argument("--lr", type=float, default=4e-3)
    p.add_argument("--seed", type=int, default=9)
    return p.parse_args()


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    x_tr, y_tr = wave_pairs(600, args.size)
    x_te, y_te = wave_pairs(100, args.size)
    model = Surrogate(args.width, args.depth, args.kernel_size)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=args.lr, total_steps=args.steps)
    for step in range(1, args.steps + 1):
        i = torch.randint(len(x_tr), (16,))
        loss = F.mse_loss(model(x_tr[i]), y_tr[i])
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        if step % 50 == 0:
            with torch.no_grad():
                err = relative_error(model(x_te), y_te)
            print(f"step {step:4d}  mse {loss.item():.4f}  relative error {err:.3f}  (persistence {relative_error(x_te[:, :1], y_te):.3f})")


if __name__ == "__main__":
    main()
