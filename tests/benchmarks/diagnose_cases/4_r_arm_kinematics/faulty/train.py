"""Learn forward kinematics of a 3-joint planar arm from joint angles."""
import argparse
import math
import torch
from torch import nn


def arm(q, lengths=(1.0, 0.7, 0.4)):
    a = torch.cumsum(q, dim=1)
    x = sum(l * torch.cos(a[:, i]) for i, l in enumerate(lengths))
    y = sum(l * torch.sin(a[:, i]) for i, l in enumerate(lengths))
    return torch.stack([x, y], dim=1)


def build_mlp(sizes):
    layers = []
    for i in range(len(sizes) - 2):
        layers.append(nn.Linear(sizes[i], sizes[i + 1]))
    layers.append(nn.Linear(sizes[-2], sizes[-1]))
    return nn.Sequential(*layers)


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--hidden", type=int, nargs="+", default=[96, 96, 96])
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--bs", type=int, default=100)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=5)
    return p.parse_args()


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    q = (torch.rand(6000, 3) * 2 - 1) * math.pi * 0.8
    pos = arm(q) + 0.005 * torch.randn(6000, 2)
    q = q / (math.pi * 0.8)
    q_tr, p_tr, q_te, p_te = q[:5000], pos[:5000], q[5000:], pos[5000:]

    net = build_mlp([3, *args.hidden, 2])
    opt = torch.optim.Adam(net.parameters(), lr=args.lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=args.epochs)
    huber = nn.SmoothL1Loss()

    for epoch in range(args.epochs):
        perm = torch.randperm(len(q_tr))
        ep_loss = 0.0
        for k in range(0, len(perm), args.bs):
            b = perm[k:k + args.bs]
            loss = huber(net(q_tr[b]), p_tr[b])
            opt.zero_grad()
            loss.backward()
            opt.step()
            ep_loss += loss.item() * len(b)
        sched.step()
        with torch.no_grad():
            dist = (net(q_te) - p_te).norm(dim=1).mean().item()
        print(f"[{epoch + 1}/{args.epochs}] loss={ep_loss / len(q_tr):.5f} mean position error={dist:.4f}")


if __name__ == "__main__":
    main()
