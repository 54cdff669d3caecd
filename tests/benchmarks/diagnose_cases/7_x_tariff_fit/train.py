"""Fit the claim frequency curve of a motor insurer with a small smooth network."""
import argparse
import math

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--rows", type=int, default=2500)
parser.add_argument("--rounds", type=int, default=25)
parser.add_argument("--lr", type=float, default=1.0)
parser.add_argument("--seed", type=int, default=90)
args = parser.parse_args()

torch.manual_seed(args.seed)
torch.set_default_dtype(torch.float64)

age = 18 + 62 * torch.rand(args.rows)
power = torch.rand(args.rows)
log_rate = 0.4 + 1.5 * torch.exp(-(age - 18) / 9) + 0.4 * torch.sigmoid((age - 68) / 2) + 1.2 * torch.sin(math.pi * power)
claims = torch.poisson(log_rate.exp())
x = torch.stack([(age - 49) / 18, (power - 0.5) / 0.29], 1)
n = int(0.8 * args.rows)

net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
nll = nn.PoissonNLLLoss(log_input=True)
opt = torch.optim.LBFGS(net.parameters(), lr=args.lr, max_iter=10, history_size=20, line_search_fn="strong_wolfe")


def closure():
    opt.zero_grad()
    loss = nll(net(x[:n]).squeeze(1), claims[:n])
    loss.backward()
    return loss


for k in range(args.rounds):
    loss = opt.step(closure)
    if k % 5 == 4:
        with torch.no_grad():
            out = net(x[n:]).squeeze(1)
            err = (out - log_rate[n:]).abs().mean()
            r2 = 1 - (out - log_rate[n:]).pow(2).mean() / log_rate[n:].var()
            print(f"round {k + 1:2d} train nll {loss.item():.4f} test nll {nll(out, claims[n:]):.4f} "
                  f"error of log rate {err:.3f} R2 of log rate {r2:.3f}")
